// A bot in Go: it joins, answers frames by the strategy of strategy.go, and says why it ends.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	arena "pitch/arena/v1"
)

const (
	name     = "go"
	version  = "1.0"
	capacity = 64 // games at once
	patience = 10 * time.Second
	megabyte = 1 << 20
)

func main() {
	os.Exit(run(os.Getenv("PITCH_ARENA_ADDRESS"), os.Getenv("PITCH_ARENA_TOKEN")))
}

// run plays until the referee ends the stream. It returns the exit status: 0 done, 1 broken off, 2 not joined.
func run(address, token string) int {
	if address == "" || token == "" {
		return stop(2, "not started by an arena: set PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN "+
			"(pitch-referee serve prints both)")
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		os.Exit(stop(1, "interrupted"))
	}()

	connecting, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	channel, err := grpc.DialContext(connecting, address, grpc.WithInsecure(), grpc.WithBlock(), grpc.WithNoProxy(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64*megabyte)))
	if err != nil {
		return stop(2, "no referee answers at %s (waited %.0f s): is it running, and is the address right?",
			address, patience.Seconds())
	}
	defer channel.Close()
	stream, err := arena.NewPlayServiceClient(channel).Play(context.Background())
	if err != nil {
		return stop(2, "the referee refused the bot: %s", describe(err))
	}
	return play(stream, token)
}

func play(stream arena.PlayService_PlayClient, token string) int {
	join := &arena.Join{Token: token, Name: name, Version: version, ProtocolVersions: []uint32{1}, Capacity: capacity}
	send(stream, &arena.PlayRequest{Join: join})
	frame, err := stream.Recv()
	if err != nil {
		return stop(2, "the referee refused the bot: %s", describe(err))
	}
	if frame.GetWelcome().GetProtocolVersion() != 1 {
		return stop(2, "the first message is not a welcome to protocol 1: no Pitch referee of this protocol")
	}
	say("joined, %d games, at most %d at once", frame.Welcome.Games, frame.Welcome.Capacity)
	session := session{games: map[uint32]*arena.GameStart{}, total: int(frame.Welcome.Games)}
	for ; err == nil; frame, err = stream.Recv() {
		if choices := session.handle(frame); len(choices) > 0 {
			send(stream, &arena.PlayRequest{Choices: choices})
		}
	}
	if open := len(session.games); open > 0 || err != io.EOF && session.finished < session.total {
		return stop(1, "the stream ended with %d games open, %d of %d finished: %s",
			open, session.finished, session.total, describe(err))
	}
	return 0
}

// send leaves it to the next Recv to tell why a stream is broken: only that knows its status.
func send(stream arena.PlayService_PlayClient, request *arena.PlayRequest) {
	_ = stream.Send(request)
}

// session is the games that are open on the stream.
type session struct {
	games           map[uint32]*arena.GameStart // a bot that draws lots seeds its generator with their BotSeed
	finished, total int
}

// handle serves a frame and returns the answers to its turns.
func (s *session) handle(frame *arena.PlayResponse) (choices []*arena.Choice) {
	for _, start := range frame.Starts {
		s.games[start.Game] = start
		say("game %d: %s, seat %d, seed %x", start.Game, start.Sheet.GetId(), start.Seat, start.BotSeed)
	}
	for _, turn := range frame.Turns {
		if game := s.games[turn.Game]; game != nil {
			action, cards := choose(turn, game.Sheet, int(game.Seat))
			choices = append(choices, &arena.Choice{Game: turn.Game, Turn: turn.Turn, Action: action, Cards: cards})
		}
	}
	for _, end := range frame.Ends {
		delete(s.games, end.Game)
		s.finished++
		say("game %d ended: %s", end.Game, strings.Trim(fmt.Sprint(end.Scores), "[]"))
	}
	for _, notice := range frame.Notices {
		say("notice %d for game %d, turn %d: %.200s", notice.Code, notice.Game, notice.Turn, notice.Text)
	}
	return choices
}

func describe(err error) string {
	if err == io.EOF {
		return "OK"
	}
	found := status.Convert(err)
	if found.Message() == "" {
		return code.Code(found.Code()).String()
	}
	return fmt.Sprintf("%s: %s", code.Code(found.Code()), found.Message())
}

func say(format string, values ...any) {
	fmt.Fprintf(os.Stderr, name+": "+format+"\n", values...)
}

func stop(status int, format string, values ...any) int {
	say(format, values...)
	return status
}
