#include "strategy.h"

#include <algorithm>
#include <vector>

#include "words.h"

namespace bot {

namespace {

// The codes of actions that the strategy knows by name.
enum Code : int {
    kPass = 64,
    kLook = 65,
    kMisdeal = 67,
    kPlayOn = 68,
    kKeepWidow = 70,
    kHandOn = 71,
    kTake = 72,
    kLeave = 73,
    kDeclare = 80,
    kDeclareTwo = 96,
    kCallCard = 128,
    kFirstCall = 256,
};

const Cards& or_all(const Cards& some, const Cards& all) { return some.empty() ? all : some; }

class Decision : private Words {
public:
    using Words::Words;
    int action() const;
    Cards pick() const;

private:
    int call() const;
    int needed(int action) const;
    int declare() const;
    int call_partner() const;
    int play() const;
    int lead(const Cards& plays) const;
    int opening(const Cards& plays) const;
    int follow(const Cards& plays) const;

    int cheapest(const Cards& cards) const {
        return most(cards, [&](char card) { return -cost(card); });
    }
    Cards trumps_of(const Cards& cards) const {
        return filter(cards, [&](char card) { return is_trump(card); });
    }
    // The cards from what is worth least.
    Cards by_hold(Cards cards) const {
        std::stable_sort(cards.begin(), cards.end(), [&](char a, char b) { return hold(a) < hold(b); });
        return cards;
    }
    bool allows(int action) const {
        const auto& legal = turn_.legal();
        return std::find(legal.begin(), legal.end(), static_cast<unsigned>(action)) != legal.end();
    }
    int first() const { return static_cast<int>(turn_.legal(0)); }
    int want(int action) const { return allows(action) ? action : first(); }
};

int Decision::action() const {
    switch (turn_.ask()) {
        case arena::ASK_LOOK:
            return want(kLook);
        case arena::ASK_CALL:
            return call();
        case arena::ASK_DECLARE:
        case arena::ASK_NAME_SUIT:
            return declare();
        case arena::ASK_CALL_PARTNER:
            return call_partner();
        case arena::ASK_WIDOW:
            return want(trumps_of(known_.hand()).size() >= 6 ? kHandOn : kKeepWidow);
        case arena::ASK_TAKE: {
            const Cards worst = by_hold(known_.hand());
            return want(worst.empty() || hold(known_.offered()[0]) > hold(worst[0]) ? kTake : kLeave);
        }
        case arena::ASK_PLAY_ON:
            return want(kPlayOn);
        case arena::ASK_PLAY:
            return play();
        default:
            return first();
    }
}

Cards Decision::pick() const {
    const auto& pick = turn_.pick();
    const Cards order = by_hold(pick.choose_from());
    const std::size_t least = pick.least(), most = std::min<std::size_t>(pick.most(), order.size());
    switch (turn_.ask()) {
        case arena::ASK_THROW: {
            const auto plain = filter(order, [&](char card) { return !is_trump(card) && !is_sub(card); });
            return pick.fixed() + order.substr(0, std::min(std::max(plain.size(), least), most));
        }
        case arena::ASK_KEEP:
        case arena::ASK_SEARCH:
            return pick.fixed() + order.substr(order.size() - most);
        default:
            return pick.fixed() + order.substr(0, least);
    }
}

int Decision::call() const {
    if (allows(kMisdeal)) return kMisdeal;
    const int have = best_suits(known_.hand()).value;
    std::vector<int> calls, safe;
    for (int action : turn_.legal()) {
        if (action < kFirstCall) continue;
        calls.push_back(action);
        if (needed(action) <= have) safe.push_back(action);
    }
    if (safe.empty()) return allows(kPass) || calls.empty() ? want(kPass) : calls.front();
    const bool last = std::count(known_.calls().begin(), known_.calls().end(), 0u) <= 1;
    return last ? safe.front() : safe.back();  // no higher than needed when nobody speaks after us
}

// The hundredths of points that a call asks for.
int Decision::needed(int action) const {
    const int value = (action - kFirstCall) / 4 * 100, kind = (action - kFirstCall) % 4;
    if (kind < 2) return value + 50 * kind;
    int all = 0;
    for (const auto& point : sheet_.points()) all += static_cast<int>(point.worth());
    return std::max(value, 100 * all - 30);
}

int Decision::declare() const {
    const Cards cards = known_.hand() + known_.trick();
    int best = first(), value = -1;
    for (int action : turn_.legal()) {
        const bool two = action >= kDeclareTwo;
        const int found = two ? estimate(cards, (action - kDeclareTwo) / 4, (action - kDeclareTwo) % 4)
                              : estimate(cards, action - kDeclare, kNone);
        if (found > value) best = action, value = found;
    }
    return best;
}

int Decision::call_partner() const {
    for (char card : sheet_.trumps(trump_))
        if (!has(known_.hand(), card) && allows(kCallCard + card)) return kCallCard + card;
    return first();
}

int Decision::play() const {
    Cards plays;
    for (int action : turn_.legal())
        if (action < kPass) plays += static_cast<char>(action);
    if (plays.empty()) return first();
    if (!known_.trick().empty()) return follow(plays);
    return trump_known_ ? lead(plays) : opening(plays);
}

// The lead that makes trump.
int Decision::opening(const Cards& plays) const {
    Cards row = filter(sheet_.trumps(trump_), [&](char card) { return has(plays, card) && suit_of(card) == trump_; });
    if (row.empty()) return plays.front();
    if (low_) std::reverse(row.begin(), row.end());
    return or_all(filter(row, [&](char card) { return worth(card) == 0; }), row).front();
}

int Decision::lead(const Cards& plays) const {
    const Cards trumps = trumps_of(plays);
    const int pitcher = static_cast<int>(known_.pitcher_plus_1()) - 1;
    if (!trumps.empty() && pitcher != kNone && friends(pitcher)) {
        const int top = most(trumps, [&](char card) { return power(card, trump_); });
        if (stronger(top, trump_) <= 1) return top;
    }
    return cheapest(plays);
}

int Decision::follow(const Cards& plays) const {
    const Cards& trick = known_.trick();
    int led = kNone;
    for (std::size_t i = 0; i < trick.size() && led == kNone; ++i) led = suit_in_play(trick[i]);
    const int top = most(trick, [&](char card) { return power(card, led); }), best = power(top, led);
    const bool behind = enemies_behind();
    if (best > 0 && friends(known_.trick_seats()[trick.find(static_cast<char>(top))])) {
        const Cards under = or_all(filter(plays, [&](char card) { return power(card, led) < best; }), plays);
        if (behind && stronger(top, led) > 0) return cheapest(under);
        return most(under, [&](char card) { return 1000 * stake(card) - hold(card); });
    }
    const Cards winners = filter(plays, [&](char card) { return power(card, led) > best; });
    int prize = 0;
    for (char card : trick) prize += stake(card);
    if (!winners.empty() && !behind) {
        const int gain = most(winners, [&](char card) { return 2 * stake(card) - hold(card); });
        if (prize + stake(gain) >= 3) return gain;
    }
    for (char card : winners)
        if (prize + stake(card) >= 6 && stronger(card, led) == 0) return card;
    return cheapest(or_all(filter(plays, [&](char card) { return power(card, led) <= best; }), plays));
}

}  // namespace

void choose(const arena::Turn& turn, const arena::Sheet& sheet, int me, arena::Choice& choice) {
    const Decision decision(turn, sheet, me);
    choice.set_game(turn.game());
    choice.set_turn(turn.turn());
    if (turn.has_pick())
        choice.set_cards(decision.pick());
    else
        choice.set_action(decision.action());
}

}  // namespace bot
