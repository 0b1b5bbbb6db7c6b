// Reduces addresses to one register, for machines whose memory ends below 4 GiB. On such a machine
// every valid address is less than 2^32, so the low half of an address is enough. The low half of a
// sum, a product or a left shift depends only on the low halves of its sources. So the narrowing
// pass can turn these operations into 32-bit instructions. Addresses keep 64 bits in other uses:
// comparison, division, conversion, right shift, argument, store. Pointers in memory still take
// eight bytes.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// Makes accesses read only the low half of their addresses.
void narrow_addresses(Routine& routine);

}  // namespace heddle::compile
