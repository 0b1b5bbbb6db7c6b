#include "study/gpgpusim/policy_names.hpp"

#include "heddle/sim/settings/policies.hpp"

namespace heddle::study::gpgpusim {

std::string scheduler_named(std::string_view word) {
  if (word == "lrr" || word == "rrr") return "lrr";
  if (word == "gto" || word == "warp_limiting") return "gto";
  if (word == "old" || word == "oldest_first") return "oldest";
  return word == "two_level_active" ? "two_level" : "";
}

std::string throttle_named(std::string_view word) { return word == "warp_limiting" ? "swl" : ""; }

std::string replacement_named(char letter) {
  if (letter == 'L') return "lru";
  return letter == 'F' ? "fifo" : "";
}

std::string policy_parameter(std::string_view kind, const std::string& policy, std::size_t i) {
  sim::ParameterRows parameters(sim::policy_key(kind, policy) + ".");
  sim::find_policy_kind(kind)->describe(policy, {}, parameters);
  return parameters.rows.at(i).key;
}

std::string order_of_warps(std::string_view number) {
  if (number == "0") return "lrr";
  return number == "2" ? "gto" : "";
}

}  // namespace heddle::study::gpgpusim
