// Puts turns before the strategy and looks that its answers are legal: `make test`. `arena check .` plays games.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "strategy.h"

namespace {

namespace arena = pitch::arena::v1;
const std::string kHand = {3, 12, 20, 33, 40, 51};

void check(bool holds, const char* what) {
    if (!holds) {
        std::cerr << "not so: " << what << "\n";
        std::exit(1);
    }
}

arena::Sheet auction() {
    arena::Sheet sheet;
    sheet.set_id("auction");
    sheet.set_seats(4);
    sheet.set_sides(4);
    sheet.set_hand_size(6);
    sheet.set_target(7);
    for (int call : {264, 268, 272}) sheet.add_calls(call);
    for (int card = 0; card < 52; ++card) sheet.mutable_pack()->push_back(static_cast<char>(card));
    for (int suit = 0; suit < 4; ++suit) {
        std::string* row = sheet.add_trumps();
        for (int rank = 12; rank >= 0; --rank) row->push_back(static_cast<char>(13 * suit + rank));
    }
    arena::PointRule* high = sheet.add_points();
    high->set_name("high");
    high->set_kind(arena::POINT_KIND_HIGH);
    high->set_worth(1);
    return sheet;
}

arena::Turn asked(arena::Ask ask, int trump_plus_1) {
    arena::Turn turn;
    turn.set_ask(ask);
    arena::Snapshot* known = turn.mutable_known();
    known->set_hand(kHand);
    known->set_hand_sizes(std::string(4, 6));
    for (int seat = 0; seat < 4; ++seat) {
        known->add_calls(0);
        known->add_scores(0);
    }
    known->set_trump_plus_1(trump_plus_1);
    return turn;
}

void legal(arena::Ask ask, int trump_plus_1, const std::vector<unsigned>& codes, const char* what) {
    arena::Turn turn = asked(ask, trump_plus_1);
    for (unsigned code : codes) turn.add_legal(code);
    arena::Choice choice;
    bot::choose(turn, auction(), 0, choice);
    check(std::find(codes.begin(), codes.end(), choice.action()) != codes.end(), what);
}

}  // namespace

int main() {
    legal(arena::ASK_CALL, 0, {64, 264, 268, 272}, "a call is legal");
    legal(arena::ASK_PLAY, 1, {3, 12}, "a card is legal");
    arena::Turn turn = asked(arena::ASK_THROW, 1);
    turn.mutable_pick()->set_choose_from(kHand);
    turn.mutable_pick()->set_least(2);
    turn.mutable_pick()->set_most(4);
    arena::Choice choice;
    bot::choose(turn, auction(), 0, choice);
    check(choice.cards().size() >= 2 && choice.cards().size() <= 4, "as many cards are thrown as were asked for");
    std::cout << "3 questions, 3 legal answers\n";
}
