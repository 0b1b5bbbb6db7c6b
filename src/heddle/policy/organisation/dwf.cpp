// Dynamic warp formation: after each instruction the threads of an SM are grouped into new warps,
// by their next instruction.

#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Dwf final : public Organisation {
 public:
  Shape shape(std::uint32_t schedulers) const override {
    return {.slots = schedulers, .paths = PathKind::warp_pool};
  }
  void attach(const model::SmView&, const Shape&) override {}
};

const Register<Organisation, Dwf> registration(
    "dwf", "dynamic warp formation: threads at one instruction share warps, whosever they are",
    "Dynamic warp formation: there is no reconvergence stack. After each instruction the threads "
    "return to a pool, where those at the same instruction form warps: each keeps its home lane, "
    "and a thread whose lane is taken opens another warp, which the next ones join. Threads of "
    "several blocks of a kernel may share a warp. A warp exists until its instruction is done.",
    "Fung, Sham, Yuan and Aamodt, \"Dynamic Warp Formation and Scheduling for Efficient GPU "
    "Control Flow\", MICRO 2007");

}  // namespace
}  // namespace heddle::policy
