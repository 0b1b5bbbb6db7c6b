// Lets only the first `limit` warp contexts of an SM load from memory; all warps may compute.
//
// heddle asks close() for the gate whenever change() was called. A throttle must not hold a warp
// for ever: the others may wait for the warp at a barrier. policy/throttle/throttle.hpp says what
// else a throttle can do.
#include "heddle/policy/throttle/throttle.hpp"

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public Throttle {
 public:
  // A parameter: --set throttle.example.limit=8. `release_` lets held warps go after a time.
  void describe(ParameterVisitor& visit) override {
    visit("limit", limit_, {.unit = "warps", .minimum = 1, .doc = "of an SM that may load"});
    release_.describe(visit);
  }
  bool can_release() const override { return true; }

  void warp_launched(unsigned /*entity*/) override { change(); }
  void warp_exited(unsigned entity) override {
    ended_.set(entity);
    change();
  }

 protected:
  void close(Gate& gate) override {
    gate.may_issue = {};
    gate.may_load = {};
    for (unsigned entity = 0; entity < sm().entities; ++entity) {
      gate.may_issue.set(entity);
      if (is_first(sm().names.warp_of(entity))) gate.may_load.set(entity);
    }
  }

 private:
  /// Whether a warp is among the first that have not ended.
  bool is_first(unsigned warp) const {
    std::uint32_t before = 0;
    for (unsigned other = 0; other < warp; ++other)
      before += ended_.test(sm().names.entity(other, 0)) ? 0 : 1;
    return before < limit_;
  }

  model::EntityMask ended_;
  std::uint32_t limit_ = 24;
};

const Register<Throttle, Example> registration("example", "only the first warps may load");

}  // namespace
}  // namespace heddle::policy
