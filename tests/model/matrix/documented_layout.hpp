// The layouts of fragments as the PTX ISA writes them, section "Matrix Fragments for mma" of each
// shape: the row and the column of the i-th element of a thread.
#pragma once

#include <string>

namespace heddle::test {

struct Place {
  unsigned row, column;
};

/// A shape with the type of A and B: "m16n8k16.f16".
struct Tile {
  unsigned m, n, k;
  std::string type;
};

/// `lane` is %laneid, and `i` the number of the element.
Place documented_a(const Tile& tile, unsigned lane, unsigned i);
Place documented_b(const Tile& tile, unsigned lane, unsigned i);
/// Also of D.
Place documented_c(const Tile& tile, unsigned lane, unsigned i);

/// mma.m8n8k4 on f16. Each of these is within the matrix of the lane's quarter.
Place documented_quarter_a(bool is_row, unsigned lane, unsigned i);
Place documented_quarter_b(bool is_row, unsigned lane, unsigned i);
Place documented_quarter_c(bool is_f32, unsigned lane, unsigned i);

}  // namespace heddle::test
