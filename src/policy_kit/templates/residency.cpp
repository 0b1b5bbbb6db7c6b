// A block gets all its resources when it arrives, and each SM keeps at most `most` blocks.
//
// heddle asks admit() for each SM. policy/residency/residency.hpp says what else a residency can
// do: start some warps of a block, return resources early, have more warps than slots.
#include "heddle/policy/residency/residency.hpp"

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public Residency {
 public:
  // A parameter: --set residency.example.most=2
  void describe(ParameterVisitor& visit) override {
    visit("most", most_, {.unit = "blocks", .minimum = 1, .doc = "on an SM"});
  }
  std::uint32_t admit(std::uint32_t /*sm*/, const Room& room,
                      const model::BlockDemand& demand) const override {
    return room.all_blocks < most_ ? admit_whole(room, demand) : 0;
  }

 private:
  std::uint64_t most_ = 4;
};

const Register<Residency, Example> registration("example", "a few blocks on each SM");

}  // namespace
}  // namespace heddle::policy
