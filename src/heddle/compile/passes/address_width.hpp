// Addresses of one register, for machines whose memory ends below 4 GiB. There every address that
// an access may have is less than 2^32, so that its low half is all of it; and what feeds only low
// halves is exact modulo 2^32: narrowing makes 32-bit instructions of sums, products and left
// shifts. Where an address is also compared, divided, converted, shifted right, passed on or
// stored, that use keeps 64 bits. Pointers in memory stay eight bytes.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Makes accesses read the low half of their addresses only.
void narrow_addresses(Routine& routine);

}  // namespace heddle::compile
