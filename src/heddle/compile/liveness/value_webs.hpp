// Splits the registers of a routine into webs, so that a register with different contents at
// different times becomes several rows. A web consists of writes of one register and of the reads
// that these writes reach. Writes that reach a common read belong to the same web. Analyses that
// give each value one property work on webs, since a register may contain several values in turn.
#pragma once

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Webs {
  Routine routine;                 ///< the routine's code; each row and predicate is one web
  std::vector<bool> may_be_unset;  ///< by value: some path reads the value before a write
};

/// Returns the webs of a routine. The rows of a pair stay neighbours, but the rows of an aligned
/// vector may be separated. Incoming rows keep their numbers. The webs inherit the routine's marks
/// for their rows and predicates (scalars, guarded_rows). The routine must not have spilled values
/// yet.
Webs separate_values(const Routine& routine);

}  // namespace heddle::compile
