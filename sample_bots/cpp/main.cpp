// A bot in C++: it joins, answers frames by the strategy of strategy.cpp, and says why it ends.
#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>

#include "pitch/arena/v1/play.grpc.pb.h"
#include "strategy.h"

namespace {

namespace arena = pitch::arena::v1;

using Stream = grpc::ClientReaderWriter<arena::PlayRequest, arena::PlayResponse>;

constexpr int kDone = 0, kBroken = 1, kNotJoined = 2;  // exit statuses
constexpr int kCapacity = 64;                          // games at once
constexpr int kPatienceS = 10;
constexpr int kLargestMessage = 64 << 20;

int stop(int status, const std::string& text) {
    std::cerr << "cpp: " << text << std::endl;
    return status;
}

std::string describe(const grpc::Status& status) {
    static const char* const names[] = {
        "OK",
        "CANCELLED",
        "UNKNOWN",
        "INVALID_ARGUMENT",
        "DEADLINE_EXCEEDED",
        "NOT_FOUND",
        "ALREADY_EXISTS",
        "PERMISSION_DENIED",
        "RESOURCE_EXHAUSTED",
        "FAILED_PRECONDITION",
        "ABORTED",
        "OUT_OF_RANGE",
        "UNIMPLEMENTED",
        "INTERNAL",
        "UNAVAILABLE",
        "DATA_LOSS",
        "UNAUTHENTICATED",
    };
    const auto code = static_cast<std::size_t>(status.error_code());
    const std::string name = code < std::size(names) ? names[code] : std::to_string(code);
    return status.error_message().empty() ? name : name + ": " + status.error_message();
}

std::string hex(const std::string& bytes) {
    std::ostringstream text;
    for (unsigned char byte : bytes) text << std::hex << std::setfill('0') << std::setw(2) << int{byte};
    return text.str();
}

// The games that are open on the stream.
class Session {
public:
    // Serves a frame and returns the answers to its turns.
    arena::PlayRequest handle(const arena::PlayResponse& frame) {
        arena::PlayRequest reply;
        for (const auto& start : frame.starts()) {
            games_[start.game()] = start;
            std::cerr << "cpp: game " << start.game() << ": " << start.sheet().id() << ", seat " << start.seat()
                      << ", seed " << hex(start.bot_seed()) << '\n';
        }
        for (const auto& turn : frame.turns()) {
            const auto game = games_.find(turn.game());
            if (game == games_.end()) continue;
            bot::choose(turn, game->second.sheet(), static_cast<int>(game->second.seat()), *reply.add_choices());
        }
        for (const auto& end : frame.ends()) {
            games_.erase(end.game());
            ++finished_;
            std::cerr << "cpp: game " << end.game() << " ended:";
            for (int score : end.scores()) std::cerr << ' ' << score;
            std::cerr << '\n';
        }
        for (const auto& notice : frame.notices())
            std::cerr << "cpp: notice " << notice.code() << " for game " << notice.game() << ", turn " << notice.turn()
                      << ": " << notice.text().substr(0, 200) << '\n';
        return reply;
    }

    std::size_t open() const { return games_.size(); }
    unsigned finished() const { return finished_; }

private:
    std::unordered_map<unsigned, arena::GameStart> games_;  // who draws lots seeds a generator with their bot_seed
    unsigned finished_ = 0;
};

arena::PlayRequest join(const std::string& token) {
    arena::PlayRequest request;
    auto& join = *request.mutable_join();
    join.set_token(token);
    join.set_name("cpp");
    join.set_version("1.0");
    join.add_protocol_versions(1);
    join.set_capacity(kCapacity);
    return request;
}

// Plays until the referee ends the stream; returns the exit status. A write that fails is told by the end of the reads.
int play(Stream& stream, const std::string& token) {
    arena::PlayResponse frame;
    stream.Write(join(token));
    if (!stream.Read(&frame)) return stop(kNotJoined, "the referee refused the bot: " + describe(stream.Finish()));
    if (frame.welcome().protocol_version() != 1)
        return stop(kNotJoined, "the first message is not a welcome to protocol 1: no Pitch referee of this protocol");
    const unsigned games = frame.welcome().games();
    std::cerr << "cpp: joined, " << games << " games, at most " << frame.welcome().capacity() << " at once\n";
    Session session;
    do {
        const auto reply = session.handle(frame);
        if (reply.choices_size() > 0) stream.Write(reply);
    } while (stream.Read(&frame));
    const grpc::Status status = stream.Finish();
    if (session.open() == 0 && (status.ok() || session.finished() >= games)) return kDone;
    return stop(kBroken, "the stream ended with " + std::to_string(session.open()) + " games open, " +
                             std::to_string(session.finished()) + " of " + std::to_string(games) +
                             " finished: " + describe(status));
}

void interrupted(int) {
    constexpr char text[] = "cpp: interrupted\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(kBroken);
    _exit(kBroken);
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

int main() {
    std::signal(SIGTERM, interrupted);
    std::signal(SIGINT, interrupted);
    const std::string address = variable("PITCH_ARENA_ADDRESS"), token = variable("PITCH_ARENA_TOKEN");
    if (address.empty() || token.empty())
        return stop(kNotJoined, "not started by an arena: set PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN "
                                "(pitch-referee serve prints both)");
    grpc::ChannelArguments settings;
    settings.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    settings.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 500);
    settings.SetMaxReceiveMessageSize(kLargestMessage);
    const auto channel = grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), settings);
    if (!channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(kPatienceS)))
        return stop(kNotJoined, "no referee answers at " + address + " (waited " + std::to_string(kPatienceS) +
                                    " s): is it running, and is the address right?");
    const auto stub = arena::PlayService::NewStub(channel);
    grpc::ClientContext context;
    const int status = play(*stub->Play(&context), token);
    context.TryCancel();
    return status;
}
