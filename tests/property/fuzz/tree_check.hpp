// What must hold for every tree that the parser hands out, whatever the text was.
#pragma once

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::fuzz {

/// Throws std::logic_error when an index of the tree points nowhere or a name lies outside the
/// text.
void check_tree(const ptx::Module& module);

}  // namespace heddle::fuzz
