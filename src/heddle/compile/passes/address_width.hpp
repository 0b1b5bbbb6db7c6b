// Addresses of one register, for machines whose memory ends below 4 GiB. On such a machine every
// valid address is less than 2^32, so its low half is enough. Operations that only feed low halves
// are exact modulo 2^32, so the narrowing pass turns sums, products and left shifts into 32-bit
// instructions. Other uses of an address keep 64 bits: comparison, division, conversion, right
// shift, argument, store. Pointers in memory stay eight bytes.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Makes accesses read only the low half of their addresses.
void narrow_addresses(Routine& routine);

}  // namespace heddle::compile
