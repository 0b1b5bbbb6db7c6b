// If only additions use an integer product, fuses the product with each addition into one
// multiply-add. The result is bit for bit the same. Products of floats stay.
#pragma once

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

void fuse_multiply_add(Routine& routine);

}  // namespace heddle::compile
