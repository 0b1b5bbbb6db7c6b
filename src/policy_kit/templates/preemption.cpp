// Blocks that have run for less than `young` cycles stop and are saved; older ones run to their
// end.
//
// heddle asks leave() when an SM gets a signal: choose one with --set preemption_trigger=periodic.
// policy/preemption/preemption.hpp says what else can happen to a block.
#include "heddle/policy/preemption/preemption.hpp"

#include <vector>

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public Preemption {
 public:
  // A parameter: --set preemption.example.young=5000
  void describe(ParameterVisitor& visit) override {
    visit("young", young_, {.unit = "cycles", .doc = "on SMs, of a block that is saved"});
  }
  bool compresses() const override { return false; }
  bool reads_incoming() const override { return false; }
  std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                           const Signal& /*signal*/) const override {
    std::vector<Leave> ways;
    for (const LeavingBlock& block : blocks)
      ways.push_back({.way = block.resided < young_ ? Leave::Way::save : Leave::Way::finish});
    return ways;
  }

 private:
  std::uint64_t young_ = 10000;
};

const Register<Preemption, Example> registration("example", "young blocks are saved");

}  // namespace
}  // namespace heddle::policy
