// Registers for values by class: a vector has one register a thread, a scalar one a warp. Both
// classes are coloured apart, by the greedy heuristic of smallest-last order and lowest free place.
//
// Scalars are shared by threads that may be apart. While one path of a divergent branch runs, what
// is live where another path begins waits: it keeps its register, though the running path has no
// use for it (Lucas et al. 2015, section 4.3).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/compile/uniformity.hpp"
#include "heddle/compile/value_webs.hpp"

namespace heddle::compile {

struct ClassAssignment {
  std::vector<std::uint32_t> register_of;  ///< by value of the webs; each class counts from 0
  std::uint32_t vectors = 0, scalars = 0;
  std::uint32_t vector_predicates = 0, scalar_predicates = 0;
};

/// `divergent` by pc: branches whose paths may both be taken by a warp; all others keep it
/// together.
ClassAssignment assign_classes(const Routine& webs, const std::vector<bool>& scalar_value,
                               const std::vector<bool>& divergent);

/// The branches that a uniformity leaves divergent.
std::vector<bool> divergent_branches(const Routine& webs, const Uniformity& uniformity);

}  // namespace heddle::compile
