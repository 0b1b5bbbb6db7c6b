// Takes the values of a routine apart: registers that hold different things at different times
// become a row each. A web is what one register holds from its writes to the reads that they
// reach; writes that reach a common read are one web. The analyses that give each value one
// property work on webs, whatever registers the code was given.
#pragma once

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Webs {
  Routine routine;                 ///< the same code, its rows and predicates one a web
  std::vector<bool> may_be_unset;  ///< by value: some path reads it before it is written
};

/// Rows of a pair stay neighbours, those of an aligned vector need not. Incoming rows keep their
/// numbers. What the routine knows of its rows and predicates, it then knows of the webs in them.
/// It has no spilled values yet.
Webs separate_values(const Routine& routine);

}  // namespace heddle::compile
