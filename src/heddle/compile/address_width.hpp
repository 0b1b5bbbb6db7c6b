// Addresses of one register, for machines whose memory is under 4 GiB. What feeds an address and
// nothing else is exact modulo 2^32 then, and narrowing finds it: the low half of a sum, a product
// or a left shift depends on low halves alone. Pointers in memory stay eight bytes.
#pragma once

#include "heddle/compile/routine.hpp"

namespace heddle::compile {

/// Makes accesses read the low half of their addresses only. The routine serves to count registers
/// and is not run: its accesses name the parameter space, whose addresses have 32 bits.
void use_narrow_addresses(Routine& routine);

}  // namespace heddle::compile
