// Bimodal re-reference interval prediction (BRRIP) keeps a part of a working set that is larger
// than the cache.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/rrip_values.hpp"

namespace heddle::policy {
namespace {

class BimodalRrip final : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override {
    values_.describe(visit);
    fills_.describe(visit);
  }
  void begin(const Cache& cache) override { values_.begin(cache); }
  void filled(std::uint32_t set, std::uint32_t way) override {
    values_.fill(set, way, fills_.next(values_));
  }
  void hit(std::uint32_t set, std::uint32_t way) override { values_.hit(set, way); }
  void emptied(std::uint32_t set, std::uint32_t way) override { values_.empty(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return values_.victim(set, ways);
  }

 private:
  RripValues values_;
  BimodalFills fills_;
};

const Register<Replacement, BimodalRrip> registration(
    "brrip", "most new lines go next, which keeps a part of what has no room",
    "As srrip, but most new lines get the greatest prediction, so that they go next unless they "
    "are found before; of `long_of` lines that come to the cache the last one gets what all get "
    "under srrip (a counter, no draw).",
    "A. Jaleel, K. B. Theobald, S. C. Steely Jr., J. Emer, High Performance Cache Replacement "
    "Using Re-Reference Interval Prediction (RRIP), ISCA 2010");

}  // namespace
}  // namespace heddle::policy
