# frozen_string_literal: true

# Puts turns before the strategy and looks that its answers are legal: `ruby test.rb`. `arena check .` plays games.
$LOAD_PATH.unshift(File.join(__dir__, 'lib'))
require 'pitch/arena/v1/play_pb'
require_relative 'strategy'

V1 = Pitch::Arena::V1 unless defined?(V1)

SHEET = V1::Sheet.new(
  id: 'auction', seats: 4, sides: 4, pack: (0...52).to_a.pack('C*'), hand_size: 6, calls: [264, 268, 272], target: 7,
  trumps: (0..3).map { |suit| (0..12).map { |i| 13 * suit + 12 - i }.pack('C*') },
  follow: :FOLLOW_OR_TRUMP, winning: :WINNING_HIGHEST, partner: :PARTNER_FIXED,
  points: [V1::PointRule.new(name: 'high', kind: :POINT_KIND_HIGH, worth: 1, owner: :POINT_OWNER_HOLDER)]
)
HAND = [3, 12, 20, 33, 40, 51].freeze

def turn(trump: 0, **fields)
  known = V1::Snapshot.new(hand: HAND.pack('C*'), hand_sizes: [6, 6, 6, 6].pack('C*'), calls: [0, 0, 0, 0],
                           scores: [0, 0, 0, 0], trump_plus_1: trump)
  V1::Turn.new(game: 1, turn: 1, known: known, **fields)
end

def check(holds, what)
  raise "not so: #{what}" unless holds
end

legal = [64, 264, 268, 272]
check(legal.include?(Strategy.choose(SHEET, 0, turn(ask: :ASK_CALL, legal: legal))[:action]), 'a call is legal')
legal = [3, 12]
check(legal.include?(Strategy.choose(SHEET, 0, turn(ask: :ASK_PLAY, legal: legal, trump: 1))[:action]), 'a card is legal')
pick = V1::Pick.new(choose_from: HAND.pack('C*'), least: 2, most: 4)
thrown = Strategy.choose(SHEET, 0, turn(ask: :ASK_THROW, pick: pick, trump: 1))[:cards].bytes
check((2..4).cover?(thrown.size) && (thrown - HAND).empty? && thrown.uniq == thrown, 'the thrown cards are as asked')
puts '3 questions, 3 legal answers'
