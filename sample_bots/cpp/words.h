// What ../strategy.md calls words: what a card is worth, what it beats, what a hand promises.
#pragma once

#include <initializer_list>
#include <string>

#include "pitch/arena/v1/play.pb.h"

namespace bot {

namespace arena = pitch::arena::v1;

using Cards = std::string;  // one byte a card, as in the protocol

constexpr int kNone = -1;  // no suit, no seat

inline int suit_of(int card) { return card / 13; }  // of a joker: 4, which is no suit
inline int rank_of(int card) { return card % 13; }
inline bool is_joker(int card) { return card >= 52; }
inline bool has(const Cards& cards, int card) { return cards.find(static_cast<char>(card)) != Cards::npos; }

template <typename Wanted>
Cards filter(const Cards& cards, Wanted wanted) {
    Cards found;
    for (char card : cards)
        if (wanted(card)) found += card;
    return found;
}

// The first card of the highest value.
template <typename Value>
int most(const Cards& cards, Value value) {
    int best = cards.front();
    for (char card : cards)
        if (value(card) > value(best)) best = card;
    return best;
}

// What a hand promises under a trump and sub-trump, in hundredths of points.
struct Promise {
    int trump, sub, value;
};

// One turn as the strategy sees it.
class Words {
public:
    Words(const arena::Turn& turn, const arena::Sheet& sheet, int me);

    bool is_trump(int card) const { return has(sheet_.trumps(trump_), card); }
    bool is_sub(int card) const;
    bool friends(int seat) const;
    bool enemies_behind() const;
    // The suit that a card led asks for.
    int suit_in_play(int card) const;
    // The points on a card.
    int worth(int card) const;
    // What goes to the winner of a trick with the card.
    int stake(int card) const;
    // What it is worth to have the card.
    int hold(int card) const;
    // What it costs to play the card away.
    int cost(int card) const { return 2 * stake(card) + hold(card); }
    // What the card can do in a trick of the suit led; 0: it cannot win.
    int power(int card, int led) const;
    // How many unseen cards beat the card.
    int stronger(int card, int led) const;
    Promise best_suits(const Cards& hand) const;
    int estimate(const Cards& hand, int trump, int sub) const;

protected:
    const arena::Turn& turn_;
    const arena::Snapshot& known_;
    const arena::Sheet& sheet_;
    const int me_;
    const bool low_, trump_known_;
    int sub_, trump_;  // while trump is not known: the suit that it should be

private:
    int height(int card, const Cards& row) const;
    int rank(int card) const { return low_ ? 12 - rank_of(card) : rank_of(card); }
    int chance(const arena::PointRule& point, const Cards& hand, const Cards& row, int suit) const;
    bool has_step(std::initializer_list<const char*> names) const;
};

}  // namespace bot
