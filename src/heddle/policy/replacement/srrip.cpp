// Static re-reference interval prediction with hit priority (SRRIP-HP). A scan brings many lines
// that are used once. Lines that have had a hit stay in the cache during a scan.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/rrip_values.hpp"
#include "heddle/policy/replacement/sources.hpp"

namespace heddle::policy {
namespace {

class StaticRrip final : public RripReplacement {
 public:
  void filled(std::uint32_t set, std::uint32_t way) override {
    values().fill(set, way, values().long_from_now());
  }
};

const Register<Replacement, StaticRrip> registration(
    "srrip", "evicts lines without a hit first, so that lines with hits survive scans",
    "Each line has a value of `bits` bits that predicts when the line is used again. A new line "
    "gets the second greatest value. A hit sets the value to 0 (hit priority). The policy evicts "
    "the first line with the greatest value. If no line has this value, all values of the set rise "
    "by 1 until a line has it.",
    kRripSource);

}  // namespace
}  // namespace heddle::policy
