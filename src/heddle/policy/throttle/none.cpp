// No throttle: every ready warp may issue.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::policy {
namespace {

class None final : public Throttle {
 public:
  EntityLife needs() const override { return EntityLife::instruction; }
  bool gates() const override { return false; }
  void close(Gate&) override {}
};

const Register<Throttle, None> registration("none", "whoever is ready may issue",
                                            "There is no throttle: each ready warp may issue.");

}  // namespace
}  // namespace heddle::policy
