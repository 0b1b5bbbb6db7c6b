#include "study/gpgpusim/policy_names.hpp"

#include <cstddef>
#include <map>
#include <utility>

#include "heddle/sim/settings/policies.hpp"

namespace heddle::study::gpgpusim {

std::string policy_named(std::string_view kind, std::string_view word) {
  static const std::map<std::pair<std::string_view, std::string_view>, std::string_view> policies =
      {{{"warp_scheduler", "lrr"}, "lrr"},
       {{"warp_scheduler", "gto"}, "gto"},
       {{"warp_scheduler", "old"}, "oldest"},
       {{"warp_scheduler", "oldest_first"}, "oldest"},
       {{"warp_scheduler", "rrr"}, "lrr"},
       {{"warp_scheduler", "two_level_active"}, "two_level"},
       {{"warp_scheduler", "warp_limiting"}, "gto"},
       {{"throttle", "warp_limiting"}, "swl"},
       {{"replacement", "L"}, "lru"},
       {{"replacement", "F"}, "fifo"}};
  const auto at = policies.find({kind, word});
  return at == policies.end() ? "" : std::string(at->second);
}

std::string policy_parameter(std::string_view kind, const std::string& policy, std::size_t i) {
  sim::ParameterRows parameters(sim::policy_key(kind, policy) + ".");
  sim::find_policy_kind(kind)->describe(policy, {}, parameters);
  return parameters.rows.at(i).key;
}

std::string order_of_warps(std::string_view number) {
  if (number == "0") return policy_named("warp_scheduler", "lrr");
  if (number == "2") return policy_named("warp_scheduler", "gto");
  return "";
}

}  // namespace heddle::study::gpgpusim
