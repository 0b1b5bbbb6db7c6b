// Registers and warp slots are free as soon as their warp has drained; blocks come only as wholes,
// and keep their slot and shared memory to their end (TSIMT+ of Lucas, Andersch, Alvarez-Mesa and
// Juurlink's spatiotemporal SIMT).

#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy {
namespace {

class WarpRelease final : public Residency {
 public:
  bool releases_warps() const override { return true; }
  std::uint32_t admit(std::uint32_t /*sm*/, const Room& room,
                      const model::BlockDemand& demand) const override {
    return admit_whole(room, demand);
  }
};

const Register<Residency, WarpRelease> registration(
    "warp_release", "ended warps return registers and slots; only whole blocks come");

}  // namespace
}  // namespace heddle::policy
