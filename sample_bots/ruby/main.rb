# frozen_string_literal: true

# Plays the reference strategy: one stream, a frame in, a frame out.

ENV['GRPC_VERBOSITY'] ||= 'NONE'
ENV['GRPC_EXPERIMENTS'] ||= '-event_engine_client' # see docs/bots.md, "The library may sleep"
$LOAD_PATH.unshift(File.join(__dir__, 'lib'))

require 'grpc'
require 'pitch/arena/v1/play_services_pb'
require_relative 'strategy'

# What came of it: the status of the process and its last line in the log.
class Stop < StandardError
  attr_reader :status

  def initialize(text, status)
    super(text)
    @status = status
  end
end

NAME = 'ruby'
CAPACITY = 64 # games at once
CONNECT_LIMIT_S = 10
NOTICE_LENGTH = 200
OPTIONS = { 'grpc.enable_http_proxy' => 0, 'grpc.max_receive_message_length' => 64 << 20,
            'grpc.initial_reconnect_backoff_ms' => 100, 'grpc.min_reconnect_backoff_ms' => 100 }.freeze
V1 = Pitch::Arena::V1

def log(text)
  warn("#{NAME}: #{text}")
end

# The games of the stream.
class Games
  def initialize
    @total = nil # before the welcome
    # Seat, sheet and `bot_seed` of each; a strategy with chance seeds its generator with the latter.
    @open = {}
    @finished = 0
  end

  # The answers to a frame.
  def handle(frame)
    @total ||= welcomed(frame.welcome)
    frame.starts.each { |start| start(start) }
    choices = frame.turns.map { |turn| choose(turn) }
    frame.ends.each { |ended| finish(ended) }
    frame.notices.each do |notice|
      log("notice #{notice.code} for game #{notice.game}, turn #{notice.turn}: #{notice.text[0, NOTICE_LENGTH]}")
    end
    choices
  end

  # Raise Stop unless all was played when the stream ended.
  def judge(code, details)
    name = GRPC::Core::StatusCodes.constants.find { |constant| GRPC::Core::StatusCodes.const_get(constant) == code }
    why = [name, details].reject(&:empty?).join(': ')
    raise Stop.new("the referee refused the bot: #{why}", 2) if @total.nil?

    played = code == GRPC::Core::StatusCodes::OK || @finished >= @total
    return if @open.empty? && played

    how = "#{@open.size} games open, #{@finished} of #{@total} finished"
    raise Stop.new("the stream ended with #{how}: #{why}", 1)
  end

  private

  # The number of games, from the first frame.
  def welcomed(welcome)
    unless welcome&.protocol_version == 1
      raise Stop.new('the first message is not a welcome to protocol 1: no Pitch referee of this protocol', 2)
    end

    log("joined, #{welcome.games} games, at most #{welcome.capacity} at once")
    welcome.games
  end

  def start(message)
    @open[message.game] = message
    seed = message.bot_seed.unpack1('H*')
    log("game #{message.game}: #{message.sheet.id}, seat #{message.seat}, seed #{seed}")
  end

  def choose(turn)
    game = @open.fetch(turn.game)
    V1::Choice.new(game: turn.game, turn: turn.turn, **Strategy.choose(game.sheet, game.seat, turn))
  end

  def finish(message)
    @open.delete(message.game)
    @finished += 1
    log("game #{message.game} ended: #{message.scores.to_a.join(' ')}")
  end
end

# The stream to the referee, read and written in turn by one thread. (The stub's way with an enumerator of requests
# waits for more of them when the referee has ended the stream.)
class Stream
  FOREVER = GRPC::Core::TimeConsts::INFINITE_FUTURE

  def initialize(address)
    channel = GRPC::Core::Channel.new(address, OPTIONS, :this_channel_is_insecure)
    connect(channel, address)
    core = channel.create_call(nil, nil, "/#{V1::PlayService::Service.service_name}/Play", nil, FOREVER)
    @call = GRPC::ActiveCall.new(core, V1::PlayRequest.method(:encode), V1::PlayResponse.method(:decode), FOREVER,
                                 started: false)
  end

  def write(request)
    @call.remote_send(request)
  rescue GRPC::Core::CallError
    nil # the stream has ended; reading tells how
  end

  # Yield each frame; return the code and the details of the status that the stream ended with.
  def each_frame
    while (frame = @call.remote_read)
      yield frame
    end
    @call.receive_and_check_status
    [GRPC::Core::StatusCodes::OK, '']
  rescue GRPC::BadStatus => e
    [e.code, e.details]
  end

  private

  def connect(channel, address)
    limit = Time.now + CONNECT_LIMIT_S
    until (state = channel.connectivity_state(true)) == GRPC::Core::ConnectivityStates::READY
      next if channel.watch_connectivity_state(state, limit)

      waited = "(waited #{CONNECT_LIMIT_S} s): is it running, and is the address right?"
      raise Stop.new("no referee answers at #{address} #{waited}", 2)
    end
  end
end

def main
  address, token = ENV.values_at('PITCH_ARENA_ADDRESS', 'PITCH_ARENA_TOKEN')
  if [address, token].any? { |value| value.to_s.empty? }
    wanted = 'PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN (pitch-referee serve prints both)'
    raise Stop.new("not started by an arena: set #{wanted}", 2)
  end
  games = Games.new
  stream = Stream.new(address)
  join = V1::Join.new(token: token, name: NAME, version: '1.0', protocol_versions: [1], capacity: CAPACITY)
  stream.write(V1::PlayRequest.new(join: join))
  code, details = stream.each_frame do |frame|
    choices = games.handle(frame)
    stream.write(V1::PlayRequest.new(choices: choices)) unless choices.empty?
  end
  games.judge(code, details)
end

%w[TERM INT].each do |signal|
  trap(signal) do
    log('interrupted')
    exit!(1)
  end
end

begin
  # In a thread of its own: signals are handled by the first one, which must not wait in the library.
  Thread.new { main }.tap { |playing| playing.report_on_exception = false }.join
rescue Stop => e # exit with 1: the stream broke; 2: the bot could not join
  log(e.message)
  exit!(e.status)
end
