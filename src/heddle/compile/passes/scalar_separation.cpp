#include "heddle/compile/passes/scalar_separation.hpp"

#include <utility>

#include "heddle/compile/flow/reconvergence.hpp"
#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

void separate_scalars(Routine& routine, Scalars which) {
  mark_reconvergence(routine);
  Webs webs = separate_values(routine);
  const Criterion criterion = which == Scalars::all ? Criterion::all : Criterion::convergent;
  const Uniformity uniformity = find_uniformity(webs, criterion, routine.reaches_local);
  routine = std::move(webs.routine);
  mark_scalars(routine, uniformity);
}

}  // namespace heddle::compile
