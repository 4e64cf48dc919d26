# frozen_string_literal: true

require_relative 'estimate'

# The words of the reference strategy (sample_bots/strategy.md): a snapshot read with its sheet from one seat.
# Trump, while it is unknown, is what the hand would make it.
class Table
  NONE = Estimate::NONE
  PIPS = { 8 => 10, 9 => 1, 10 => 2, 11 => 3, 12 => 4 }.freeze # by rank: ten, jack, queen, king, ace
  FIRST_JOKER = 52

  attr_reader :known, :hand, :trick, :low, :trump_known, :trump, :trumps

  def initialize(sheet, me, known)
    @sheet = sheet
    @me = me
    @known = known
    @hand = known.hand.bytes
    @trick = known.trick.bytes
    @low = sheet.winning == :WINNING_LOWEST
    @trump_known = known.trump_plus_1.positive?
    @trump = @trump_known ? known.trump_plus_1 - 1 : Estimate.best_suits(sheet, @hand).trump
    @trumps = sheet.trumps[@trump].bytes
    @sub = known.sub_trump_plus_1 - 1
    @subs = @sub == NONE ? [] : sheet.sub_trumps[@sub].bytes
  end

  def trump?(card)
    @trumps.include?(card)
  end

  # Whether it is neither trump nor sub-trump.
  def plain?(card)
    !@trumps.include?(card) && !@subs.include?(card)
  end

  # The points that the card is.
  def worth(card)
    @sheet.points.sum do |point|
      suit = point.of == :POINT_SUIT_SUB_TRUMP ? @sub : @trump
      named = point.kind == :POINT_KIND_CARD && point.cards.bytesize == 4 && suit != NONE
      named && point.cards.getbyte(suit) == card ? point.worth : 0
    end
  end

  # What goes to the winner of a trick with it.
  def stake(card)
    has_game = @sheet.points.any? { |point| point.kind == :POINT_KIND_GAME }
    30 * worth(card) + (has_game && card < FIRST_JOKER ? PIPS.fetch(card % 13, 0) : 0)
  end

  # What it is worth to have it.
  def hold(card)
    points = 10 * worth(card)
    if @trumps.include?(card) then points + 18 + 24 * height(card, @trumps) / @trumps.size
    elsif @subs.include?(card) then points + 12 + 24 * height(card, @subs) / @subs.size
    else points + (card < FIRST_JOKER ? 3 * rank(card) / 5 : 0)
    end
  end

  # What it costs to throw it into somebody else's trick.
  def cost(card)
    2 * stake(card) + hold(card)
  end

  # What it can do in a trick to which this suit was led; 0: never win.
  def power(card, led)
    if @trump_known && @trumps.include?(card)
      captures = @sheet.winning == :WINNING_TWO_CAPTURES && card == 13 * @trump
      return captures ? 1000 : 200 + height(card, @trumps)
    end
    return 100 + height(card, @subs) if @subs.include?(card)

    follows = card < FIRST_JOKER && card / 13 == led && @sheet.follow != :FOLLOW_TRUMP_LED_ONLY
    follows ? 1 + rank(card) : 0
  end

  # The suit of the first card of the trick that has one.
  def led
    @trick.each do |card|
      return @trump if @trump_known && @trumps.include?(card)
      return card / 13 if card < FIRST_JOKER
    end
    NONE
  end

  # How many unseen cards have a higher power.
  def stronger(card, led)
    power = power(card, led)
    unseen.count { |other| power(other, led) > power }
  end

  # Whether the seat plays with this one, as far as this one knows.
  def friend?(seat)
    pitcher = @known.pitcher_plus_1 - 1
    return seat % @sheet.sides == @me % @sheet.sides if @known.called.empty? || pitcher == NONE

    pair = [pitcher, @hand.include?(@known.called.getbyte(0)) ? @me : @known.partner_plus_1 - 1]
    pair.include?(seat) == pair.include?(@me)
  end

  # Whether anybody of the others still plays to the trick.
  def enemies_behind?
    done = [@me, *@known.trick_seats.bytes, *@known.up.bytes]
    @known.hand_sizes.each_byte.with_index.any? do |size, seat|
      size.positive? && !done.include?(seat) && !friend?(seat)
    end
  end

  private

  def unseen
    @unseen ||= @sheet.pack.bytes - @hand - @trick - @known.gone.bytes - @known.taken.flat_map(&:bytes)
  end

  def height(card, row)
    index = row.index(card)
    @low ? index : row.size - 1 - index
  end

  def rank(card)
    @low ? 12 - card % 13 : card % 13
  end
end
