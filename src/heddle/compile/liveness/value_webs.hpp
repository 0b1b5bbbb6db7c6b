// Splits the registers of a routine into webs, so that a register with different contents at
// different times becomes several rows. A web is the content of one register from its writes to the
// reads that they reach. Writes that reach a common read belong to one web. Analyses that give each
// value one property work on webs, whatever registers the code has.
#pragma once

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Webs {
  Routine routine;                 ///< the routine's code; each row and predicate is one web
  std::vector<bool> may_be_unset;  ///< by value: some path reads the value before a write
};

/// Returns the webs. Rows of a pair stay neighbours, but rows of an aligned vector do not have to.
/// Incoming rows keep their numbers. The webs inherit the routine's facts about their rows and
/// predicates. The routine must have no spilled values yet.
Webs separate_values(const Routine& routine);

}  // namespace heddle::compile
