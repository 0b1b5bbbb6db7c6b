// A block goes to any SM that has room. The tenant that is served first takes all the room that it
// can use, and the other tenants get the rest.

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Leftover final : public Corun {
 public:
  bool limits() const override { return false; }
  void share(std::span<const TenantGrid> /*tenants*/, Cycle /*when*/) override {}
  std::uint64_t cap(std::uint32_t /*sm*/, unsigned /*tenant*/) const override { return 0; }
};

const Register<Corun, Leftover> registration(
    "leftover", "no tenant is limited: the first takes what it can, the others what is left",
    "Blocks go wherever there is room. The most urgent grid is served first, of equally urgent "
    "ones the one that was there first; the others get what that leaves.",
    "");

}  // namespace
}  // namespace heddle::policy
