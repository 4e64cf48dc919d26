#include "words.h"

#include <algorithm>

namespace bot {

namespace {

constexpr int kPips[13] = {0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4};

// The chance in a hundred that a card so many places from the end of its row is the last one in play.
int near(int places) {
    constexpr int chances[] = {100, 60, 30};
    return places < 3 ? chances[places] : 0;
}

int place_of(int card, const Cards& row) { return static_cast<int>(row.find(static_cast<char>(card))); }

bool is_card_point(const arena::PointRule& point) {
    return point.kind() == arena::POINT_KIND_CARD && point.cards().size() == 4;
}

}  // namespace

Words::Words(const arena::Turn& turn, const arena::Sheet& sheet, int me)
    : turn_(turn),
      known_(turn.known()),
      sheet_(sheet),
      me_(me),
      low_(sheet.winning() == arena::WINNING_LOWEST),
      trump_known_(known_.trump_plus_1() > 0),
      sub_(static_cast<int>(known_.sub_trump_plus_1()) - 1),
      trump_(trump_known_ ? static_cast<int>(known_.trump_plus_1()) - 1 : best_suits(known_.hand()).trump) {}

bool Words::is_sub(int card) const { return sub_ != kNone && !is_trump(card) && has(sheet_.sub_trumps(sub_), card); }

bool Words::friends(int seat) const {
    const int sides = static_cast<int>(sheet_.sides()), pitcher = static_cast<int>(known_.pitcher_plus_1()) - 1;
    if (known_.called().empty() || pitcher == kNone) return seat % sides == me_ % sides;
    const bool mine = has(known_.hand(), known_.called()[0]);
    const int partner = mine ? me_ : static_cast<int>(known_.partner_plus_1()) - 1;
    return (seat == pitcher || seat == partner) == (me_ == pitcher || me_ == partner);
}

bool Words::enemies_behind() const {
    for (int seat = 0; seat < static_cast<int>(sheet_.seats()); ++seat) {
        const bool here = seat != me_ && known_.hand_sizes()[seat] > 0;
        if (here && !has(known_.trick_seats(), seat) && !has(known_.up(), seat) && !friends(seat)) return true;
    }
    return false;
}

int Words::suit_in_play(int card) const {
    if (trump_known_ && is_trump(card)) return trump_;
    return is_joker(card) ? kNone : suit_of(card);
}

// How far up a card is in a row that is sorted from the strongest.
int Words::height(int card, const Cards& row) const {
    return low_ ? place_of(card, row) : static_cast<int>(row.size()) - 1 - place_of(card, row);
}

int Words::worth(int card) const {
    int total = 0;
    for (const auto& point : sheet_.points()) {
        const int suit = point.of() == arena::POINT_SUIT_SUB_TRUMP ? sub_ : trump_;
        if (is_card_point(point) && suit != kNone && point.cards()[suit] == card) total += point.worth();
    }
    return total;
}

int Words::stake(int card) const {
    const auto& points = sheet_.points();
    const bool game = std::any_of(points.begin(), points.end(),
                                  [](const auto& point) { return point.kind() == arena::POINT_KIND_GAME; });
    return 30 * worth(card) + (game && !is_joker(card) ? kPips[rank_of(card)] : 0);
}

int Words::hold(int card) const {
    const int points = 10 * worth(card);
    if (is_trump(card)) {
        const Cards& row = sheet_.trumps(trump_);
        return points + 18 + 24 * height(card, row) / static_cast<int>(row.size());
    }
    if (is_sub(card)) {
        const Cards& row = sheet_.sub_trumps(sub_);
        return points + 12 + 24 * height(card, row) / static_cast<int>(row.size());
    }
    return points + (is_joker(card) ? 0 : 3 * rank(card) / 5);
}

int Words::power(int card, int led) const {
    if (trump_known_ && is_trump(card)) {
        if (sheet_.winning() == arena::WINNING_TWO_CAPTURES && card == 13 * trump_) return 1000;
        return 200 + height(card, sheet_.trumps(trump_));
    }
    if (is_sub(card)) return 100 + height(card, sheet_.sub_trumps(sub_));
    const bool follows = !is_joker(card) && suit_of(card) == led;
    return follows && sheet_.follow() != arena::FOLLOW_TRUMP_LED_ONLY ? 1 + rank(card) : 0;
}

int Words::stronger(int card, int led) const {
    Cards seen = known_.hand() + known_.trick() + known_.gone();
    for (const auto& pile : known_.taken()) seen += pile;
    const int mine = power(card, led);
    return static_cast<int>(std::count_if(sheet_.pack().begin(), sheet_.pack().end(), [&](char other) {
        return !has(seen, other) && power(other, led) > mine;
    }));
}

Promise Words::best_suits(const Cards& hand) const {
    Promise best{0, kNone, -1};
    for (int trump = 0; trump < 4; ++trump) {
        for (int sub = kNone; sub < 4; ++sub) {
            if ((sub == kNone) != sheet_.sub_trumps().empty() || sub == trump) continue;
            const int value = estimate(hand, trump, sub);
            if (value > best.value) best = {trump, sub, value};
        }
    }
    return best;
}

int Words::estimate(const Cards& hand, int trump, int sub) const {
    int total = 0, all = 0;
    for (const auto& point : sheet_.points()) {
        const bool of_sub = point.of() == arena::POINT_SUIT_SUB_TRUMP && sub != kNone;
        const Cards& row = of_sub ? sheet_.sub_trumps(sub) : sheet_.trumps(trump);
        const int worth = static_cast<int>(point.worth());
        all += worth;
        total += worth * chance(point, hand, row, of_sub ? sub : trump);
    }
    if (total == 0) return 0;
    const bool called = sheet_.partner() == arena::PARTNER_CALLED || sheet_.partner() == arena::PARTNER_CALLED_AT_ONCE;
    int rest = 20 * (called ? 1 : static_cast<int>(sheet_.seats() / sheet_.sides()) - 1);
    if (has_step({"fill", "swap"})) rest += 10;
    if (has_step({"take-stock", "widow", "search"})) rest += 15;
    return total + std::max(0, 100 * all - total) * std::min(60, rest) / 100;
}

// The chance in a hundred to take a point with the hand. `row`: the cards of its suit.
int Words::chance(const arena::PointRule& point, const Cards& hand, const Cards& row, int suit) const {
    const int size = static_cast<int>(row.size());
    const Cards held = filter(row, [&](char card) { return has(hand, card); });
    const int n = static_cast<int>(held.size());
    const int tops = static_cast<int>(
        std::count_if(held.begin(), held.end(), [&](char card) { return height(card, row) >= size - 3; }));
    const bool to_taker = point.owner() == arena::POINT_OWNER_TAKER;
    if (n == 0) return 0;
    switch (point.kind()) {
        case arena::POINT_KIND_HIGH:
            return near(place_of(held.front(), row));
        case arena::POINT_KIND_LOW:
            return near(size - 1 - place_of(held.back(), row)) * (to_taker ? 60 : 100) / 100;
        case arena::POINT_KIND_GAME:
        case arena::POINT_KIND_TENS:
        case arena::POINT_KIND_LAST_TRICK:
            return std::min(90, 8 + 10 * n + 8 * tops);
        default:
            break;
    }
    if (!is_card_point(point)) return 0;
    if (!has(hand, point.cards()[suit])) return std::min(30, 6 * tops + 2 * n);
    if (point.owner() == arena::POINT_OWNER_HOLDER) return 95;
    return std::min(95, 35 + 10 * n + 10 * tops);
}

bool Words::has_step(std::initializer_list<const char*> names) const {
    for (const auto& step : sheet_.exchange())
        for (const char* name : names)
            if (step.rfind(name, 0) == 0) return true;
    return false;
}

}  // namespace bot
