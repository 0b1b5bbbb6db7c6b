// The registers and the slot of a warp become free as soon as the warp has drained. Blocks start
// only as a whole, and keep their block slot and shared memory until they end (TSIMT+ in the
// spatiotemporal SIMT of Lucas, Andersch, Alvarez-Mesa and Juurlink).

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
    "warp_release", "ended warps return registers and slots; only whole blocks come",
    "Registers and warp slots are free as soon as their warp has drained. Blocks "
    "come as wholes only, and keep their slot and their shared memory to their end. "
    "The study calls it TSIMT+.",
    "Lucas, Andersch, Alvarez-Mesa and Juurlink, \"Spatio-Temporal SIMT and "
    "Scalarization for Improving GPU Efficiency\", TACO 2015");

}  // namespace
}  // namespace heddle::policy
