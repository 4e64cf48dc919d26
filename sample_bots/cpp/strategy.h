// The strategy of ../strategy.md: decides from one turn and the sheet alone.
#pragma once

#include "pitch/arena/v1/play.pb.h"

namespace bot {

namespace arena = pitch::arena::v1;

// Puts the answer of the seat `me` to the turn into the choice.
void choose(const arena::Turn& turn, const arena::Sheet& sheet, int me, arena::Choice& choice);

}  // namespace bot
