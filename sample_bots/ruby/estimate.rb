# frozen_string_literal: true

# What a hand is worth, by the reference strategy (sample_bots/strategy.md). Hands are lists of card codes.
module Estimate
  NONE = -1 # no suit, no seat
  SUITS = (0..3).to_a.freeze
  NEAR = [100, 60, 30].freeze
  Declaration = Struct.new(:worth, :trump, :sub)

  module_function

  # The declaration that promises most, of equals the first.
  def best_suits(sheet, hand)
    subs = sheet.sub_trumps.empty? ? [NONE] : SUITS
    pairs = SUITS.product(subs).reject { |trump, sub| trump == sub }
    first_best(pairs.map { |trump, sub| Declaration.new(estimate(sheet, hand, trump, sub), trump, sub) }, &:worth)
  end

  # The hundredths of points that the hand takes with this trump and sub-trump (NONE: there is none).
  def estimate(sheet, hand, trump, sub)
    total = sheet.points.sum { |point| point.worth * chance(sheet, point, hand, trump, sub) }
    return 0 if total.zero?

    unsure = [0, 100 * total_worth(sheet) - total].max
    total + unsure * help(sheet) / 100
  end

  # All the points of the sheet together.
  def total_worth(sheet)
    sheet.points.sum(&:worth)
  end

  # The first of those with the highest value.
  def first_best(items)
    best, *others = items
    highest = yield(best)
    others.each do |item|
      value = yield(item)
      best, highest = item, value if value > highest
    end
    best
  end

  # The chance in hundredths to take a point.
  def chance(sheet, point, hand, trump, sub)
    of_sub = point.of == :POINT_SUIT_SUB_TRUMP && sub != NONE
    suit = of_sub ? sub : trump
    row = (of_sub ? sheet.sub_trumps : sheet.trumps)[suit].bytes
    held = row.each_index.select { |index| hand.include?(row[index]) }
    return 0 if held.empty?

    tops = held.count { |index| (sheet.winning == :WINNING_LOWEST ? index : row.size - 1 - index) >= row.size - 3 }
    case point.kind
    when :POINT_KIND_HIGH then near(held.first)
    when :POINT_KIND_LOW
      near(row.size - 1 - held.last) * (point.owner == :POINT_OWNER_TAKER ? 60 : 100) / 100
    when :POINT_KIND_CARD then card_chance(point, suit, hand, held.size, tops)
    when :POINT_KIND_GAME, :POINT_KIND_TENS, :POINT_KIND_LAST_TRICK then [90, 8 + 10 * held.size + 8 * tops].min
    else 0
    end
  end

  def card_chance(point, suit, hand, count, tops)
    return 0 unless point.cards.bytesize == 4
    return [30, 6 * tops + 2 * count].min unless hand.include?(point.cards.getbyte(suit))

    point.owner == :POINT_OWNER_HOLDER ? 95 : [95, 35 + 10 * count + 10 * tops].min
  end

  def near(distance)
    NEAR.fetch(distance, 0)
  end

  # What partners and cards to come add, in hundredths of what is unsure.
  def help(sheet)
    called = %i[PARTNER_CALLED PARTNER_CALLED_AT_ONCE].include?(sheet.partner)
    rest = 20 * (called ? 1 : sheet.seats / sheet.sides - 1)
    rest += 10 if sheet.exchange.any? { |step| step.start_with?('fill', 'swap') }
    rest += 15 if sheet.exchange.any? { |step| step.start_with?('take-stock', 'widow', 'search') }
    [60, rest].min
  end
end
