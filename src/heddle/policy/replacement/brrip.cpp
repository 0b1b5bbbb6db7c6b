// Bimodal re-reference interval prediction (BRRIP). If a working set is larger than the cache,
// BRRIP keeps a part of the working set in the cache.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/rrip_values.hpp"
#include "heddle/policy/replacement/sources.hpp"

namespace heddle::policy {
namespace {

class BimodalRrip final : public RripReplacement {
 public:
  void describe(ParameterVisitor& visit) override {
    RripReplacement::describe(visit);
    fills_.describe(visit);
  }
  void filled(std::uint32_t set, std::uint32_t way) override {
    values().fill(set, way, fills_.next(values()));
  }

 private:
  BimodalFills fills_;
};

const Register<Replacement, BimodalRrip> registration(
    "brrip", "evicts most new lines first, so that a part of a large working set stays",
    "BRRIP predicts the distant future for most new lines. So these lines are evicted first, "
    "unless an access hits them before. One fill in `long_of` gets the prediction that srrip gives "
    "to all fills. A counter of fills selects this fill; the choice is not random.",
    kRripSource);

}  // namespace
}  // namespace heddle::policy
