#pragma once
// Host stand-ins for the approximate PTX instructions. Each returns the correctly rounded value,
// moved by `bias` times the relative error that the PTX ISA allows the instruction.

namespace heddle::libdevice {

// -1, 0 or 1.
void set_approximation_bias(int bias);

}  // namespace heddle::libdevice
