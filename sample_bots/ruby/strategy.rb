# frozen_string_literal: true

require_relative 'estimate'
require_relative 'table'

# The answers of the reference strategy (sample_bots/strategy.md): no memory, no chance, whole numbers only.
module Strategy
  PASS, LOOK, MISDEAL, PLAY_ON, KEEP_WIDOW, HAND_ON, TAKE, LEAVE = 64, 65, 67, 68, 70, 71, 72, 73
  FIRST_NO_CARD = 54
  TRUMP, TWO_TRUMPS, PARTNER, CALL = 80, 96, 128, 256 # the first codes of their kinds
  NONE = Estimate::NONE

  module_function

  # The answer to a turn: an action, or the cards where a set is asked for.
  def choose(sheet, seat, turn)
    turn.pick ? { cards: pick(Table.new(sheet, seat, turn.known), turn) } : { action: action(sheet, seat, turn) }
  end

  def pick(table, turn)
    asked = turn.pick
    order = asked.choose_from.bytes.sort_by { |card| [table.hold(card), card] }
    most = [asked.most, order.size].min
    chosen =
      case turn.ask
      when :ASK_THROW then order.first([[order.count { |card| table.plain?(card) }, asked.least].max, most].min)
      when :ASK_KEEP, :ASK_SEARCH then order.last(most)
      else order.first(asked.least)
      end
    asked.fixed + chosen.pack('C*')
  end

  def action(sheet, seat, turn)
    legal = turn.legal.to_a
    hand = turn.known.hand.bytes
    case turn.ask
    when :ASK_LOOK then want(LOOK, legal)
    when :ASK_PLAY_ON then want(PLAY_ON, legal)
    when :ASK_CALL then call(sheet, turn.known, legal)
    when :ASK_DECLARE, :ASK_NAME_SUIT
      cards = hand + turn.known.trick.bytes
      Estimate.first_best(legal) { |code| Estimate.estimate(sheet, cards, *suits(code)) }
    else at_table(Table.new(sheet, seat, turn.known), turn.ask, legal)
    end
  end

  def at_table(table, ask, legal)
    case ask
    when :ASK_CALL_PARTNER
      wanted = table.trumps.find { |card| !table.hand.include?(card) && legal.include?(PARTNER + card) }
      wanted ? PARTNER + wanted : legal.first
    when :ASK_WIDOW
      want(table.hand.count { |card| table.trump?(card) } >= 6 ? HAND_ON : KEEP_WIDOW, legal)
    when :ASK_TAKE
      least = table.hand.map { |card| table.hold(card) }.min
      want(least.nil? || table.hold(table.known.offered.getbyte(0)) > least ? TAKE : LEAVE, legal)
    when :ASK_PLAY
      plays = legal.select { |code| code < FIRST_NO_CARD }
      return legal.first if plays.empty?

      table.trick.empty? ? lead(table, plays) : follow(table, plays)
    else legal.first
    end
  end

  def want(code, legal)
    legal.include?(code) ? code : legal.first
  end

  # Trump and sub-trump of a declaration.
  def suits(code)
    code < TWO_TRUMPS ? [code - TRUMP, NONE] : (code - TWO_TRUMPS).divmod(4)
  end

  # The highest call that the hand is worth; no higher than needed when nobody speaks after.
  def call(sheet, known, legal)
    return MISDEAL if legal.include?(MISDEAL)

    calls = legal.select { |code| code >= CALL }
    worth = Estimate.best_suits(sheet, known.hand.bytes).worth
    safe = calls.select { |code| needed(sheet, code) <= worth }
    return legal.include?(PASS) ? PASS : [*calls, *legal].first if safe.empty?

    known.calls.count(0) <= 1 ? safe.first : safe.last
  end

  # The hundredths of points that a call must be worth to be made.
  def needed(sheet, code)
    value, kind = (code - CALL).divmod(4)
    kind < 2 ? 100 * value + 50 * kind : [100 * value, 100 * Estimate.total_worth(sheet) - 30].max
  end

  # Make trump, draw trumps from the top with the pitcher, else what costs least.
  def lead(table, plays)
    return opening(table, plays) unless table.trump_known

    pitcher = table.known.pitcher_plus_1 - 1
    trumps = plays.select { |card| table.trump?(card) }
    if trumps.any? && pitcher != NONE && table.friend?(pitcher)
      top = Estimate.first_best(trumps) { |card| table.power(card, table.trump) }
      return top if table.stronger(top, table.trump) <= 1
    end
    cheapest(table, plays)
  end

  # The lead that makes trump: the strongest card of the suit that scores nothing, else the strongest.
  def opening(table, plays)
    row = table.trumps.select { |card| plays.include?(card) && card / 13 == table.trump }
    row.reverse! if table.low
    row.find { |card| table.worth(card).zero? } || [*row, *plays].first
  end

  # Feed a friend who wins, take what is worth taking, else throw what costs least.
  def follow(table, plays)
    led = table.led
    powers = table.trick.map { |card| table.power(card, led) }
    best = powers.max
    place = powers.index(best)
    alone = !table.enemies_behind?
    if best.positive? && table.friend?(table.known.trick_seats.getbyte(place))
      under = some(plays.select { |card| table.power(card, led) < best }, plays)
      return cheapest(table, under) unless alone || table.stronger(table.trick[place], led).zero?

      return Estimate.first_best(under) { |card| 1000 * table.stake(card) - table.hold(card) }
    end
    win(table, plays, led, best, alone) ||
      cheapest(table, some(plays.select { |card| table.power(card, led) <= best }, plays))
  end

  # A card that wins what is worth it; nil if there is none.
  def win(table, plays, led, best, alone)
    winners = plays.select { |card| table.power(card, led) > best }
    prize = table.trick.sum { |card| table.stake(card) }
    if winners.any? && alone
      gain = Estimate.first_best(winners) { |card| 2 * table.stake(card) - table.hold(card) }
      return gain if prize + table.stake(gain) >= 3
    end
    winners.find { |card| table.stronger(card, led).zero? && prize + table.stake(card) >= 6 }
  end

  def some(cards, otherwise)
    cards.empty? ? otherwise : cards
  end

  def cheapest(table, cards)
    cards.min_by { |card| [table.cost(card), card] }
  end
end
