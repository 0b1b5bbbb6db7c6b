#include "heddle/compile/annotations/point_options.hpp"

namespace heddle::compile {

void PointOptions::describe(ParameterVisitor& visit) {
  visit("point_interval", point_interval,
        {.unit = "instructions",
         .minimum = 1,
         .maximum = 1'000'000,
         .doc = "distance of preemption points outside of innermost loops"});
  visit("insert_points", insert_points,
        {.doc = "put an instruction without effect at each preemption point that is no barrier; "
                "otherwise a point costs nothing"});
}

}  // namespace heddle::compile
