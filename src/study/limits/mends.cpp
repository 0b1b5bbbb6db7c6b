#include "study/limits/mends.hpp"

#include <map>

namespace heddle::study {
namespace {

using Names = std::vector<std::string_view>;

/// By the name of the limit's rule.
const std::map<std::string_view, Names>& all_mends() {
  static const std::map<std::string_view, Names> all = {
      {"shared_atomics", {"atomics"}},
      {"bank_conflicts", {"banks"}},
      {"local_memory", {"local", "registers"}},
      {"scattered_dram", {"coalescing", "l2"}},
      {"dram_bandwidth", {"l2", "dram"}},
      {"scattered_accesses", {"coalescing"}},
      {"l1_misses_bandwidth", {"l1"}},
      {"reply_bandwidth", {"l1"}},
      {"request_bandwidth", {"coalescing"}},
      {"l2_bandwidth", {"l1"}},
      {"l1_bandwidth", {"coalescing"}},
      {"special_units", {"special"}},
      {"double_units", {"doubles"}},
      {"atomics", {"atomics"}},
      {"constant_accesses", {"constants"}},
      {"few_warps_registers", {"registers"}},
      {"few_warps_shared", {"shared"}},
      {"few_warps_blocks", {"blocks"}},
      {"few_warps", {"loads"}},
      {"partitions", {"partitions"}},
      {"miss_places", {"l1"}},
      {"several_lines", {"coalescing"}},
      {"l1_thrash", {"l1"}},
      {"one_load", {"loads"}},
      {"l1_misses", {"l1"}},
      {"memory_latency", {"loads"}},
      {"shared_latency", {"loads"}},
      {"divergence", {"divergence"}},
      {"barrier", {"barriers"}},
      {"launch_latency", {"launches"}},
      {"few_blocks", {"ends"}},
      {"uneven_blocks", {"ends"}},
      {"uneven_end", {"ends"}},
      {"memory_order", {"fences", "atomics"}},
  };
  return all;
}

}  // namespace

std::vector<std::string_view> mends_of(std::string_view rule) {
  const auto found = all_mends().find(rule);
  return found == all_mends().end() ? Names() : found->second;
}

}  // namespace heddle::study
