// Static re-reference interval prediction with hit priority (SRRIP-HP). Lines that have had a hit
// outlive a scan over lines that are used once.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/rrip_values.hpp"

namespace heddle::policy {
namespace {

class StaticRrip final : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override { values_.describe(visit); }
  void begin(const Cache& cache) override { values_.begin(cache); }
  void filled(std::uint32_t set, std::uint32_t way) override {
    values_.fill(set, way, values_.long_from_now());
  }
  void hit(std::uint32_t set, std::uint32_t way) override { values_.hit(set, way); }
  void emptied(std::uint32_t set, std::uint32_t way) override { values_.empty(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return values_.victim(set, ways);
  }

 private:
  RripValues values_;
};

const Register<Replacement, StaticRrip> registration(
    "srrip", "a new line goes before those that were found, which outlives scans",
    "Each line has a prediction of `bits` bits when it is used again. A new line gets the greatest "
    "but one, a hit sets it to 0 (hit priority). The first line with the greatest goes; if there "
    "is none, all lines of the set age until there is.",
    "A. Jaleel, K. B. Theobald, S. C. Steely Jr., J. Emer, High Performance Cache Replacement "
    "Using Re-Reference Interval Prediction (RRIP), ISCA 2010");

}  // namespace
}  // namespace heddle::policy
