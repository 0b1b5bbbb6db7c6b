// A method that saves all blocks whole until it errs.

#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/registry.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class PreemptionDoes : std::uint8_t {
  nothing,
  answer_too_little,
  answer_too_much,
  stop_at_points,
  keep_registers,
  keep_of_finishing,
  discard,
  stop_undeclared,
  throw_in_leave
};
constexpr std::array<std::string_view, 9> kPreemptionDoes = {
    "nothing",           "answer_too_little", "answer_too_much", "stop_at_points", "keep_registers",
    "keep_of_finishing", "discard",           "stop_undeclared", "throw_in_leave"};

class MisfitPreemption final : public Preemption {
 public:
  void describe(ParameterVisitor& visit) override { misdeed_.describe(visit, kPreemptionDoes); }
  bool needs_places() const override { return misdeed_.is(PreemptionDoes::keep_of_finishing); }
  bool stops_blocks() const override { return !misdeed_.is(PreemptionDoes::stop_undeclared); }
  std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                           const Signal& /*signal*/) const override {
    if (misdeed_.is(PreemptionDoes::throw_in_leave)) lose_way();
    std::size_t answers = blocks.size();
    if (misdeed_.is(PreemptionDoes::answer_too_little)) answers = 0;
    if (misdeed_.is(PreemptionDoes::answer_too_much)) answers = 1000;
    Leave leave;
    leave.at_points = misdeed_.is(PreemptionDoes::stop_at_points);
    leave.keeps_registers = misdeed_.is(PreemptionDoes::keep_registers);
    if (misdeed_.is(PreemptionDoes::keep_of_finishing))
      leave = {.way = Leave::Way::finish, .keeps_shared = true};
    if (misdeed_.is(PreemptionDoes::discard)) leave = {.way = Leave::Way::discard};
    return std::vector<Leave>(answers, leave);
  }

 private:
  Misdeed<PreemptionDoes> misdeed_;
};

const Register<Preemption, MisfitPreemption> preemption("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
