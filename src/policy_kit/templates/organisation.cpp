// Whole warps side by side on the lanes, as on usual GPUs, with `slots` issue slots for each
// scheduler of the machine.
//
// heddle reads the shape once. policy/organisation/organisation.hpp says what a shape can be: parts
// of warps, sequential lanes, gangs, formed warps.
#include "heddle/policy/organisation/organisation.hpp"

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public Organisation {
 public:
  // A parameter: --set organisation.example.slots=2
  void describe(ParameterVisitor& visit) override {
    visit("slots", slots_,
          {.unit = "slots", .minimum = 1, .maximum = 4, .doc = "for each scheduler"});
  }
  Shape shape(std::uint32_t schedulers) const override { return {.slots = schedulers * slots_}; }
  void attach(const model::SmView& /*sm*/, const Shape& /*shape*/) override {}

 private:
  std::uint32_t slots_ = 1;
};

const Register<Organisation, Example> registration("example", "whole warps, as on usual GPUs");

}  // namespace
}  // namespace heddle::policy
