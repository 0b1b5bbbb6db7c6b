#include "heddle/ptx/special_register.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace heddle::ptx {
namespace {

constexpr std::array<std::string_view, 8> kVectors = {
    "%tid",       "%ntid",       "%ctaid",         "%nctaid",
    "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"};

constexpr std::array<std::string_view, 29> kScalars = {"%laneid",
                                                       "%warpid",
                                                       "%nwarpid",
                                                       "%smid",
                                                       "%nsmid",
                                                       "%gridid",
                                                       "%is_explicit_cluster",
                                                       "%cluster_ctarank",
                                                       "%cluster_nctarank",
                                                       "%lanemask_eq",
                                                       "%lanemask_le",
                                                       "%lanemask_lt",
                                                       "%lanemask_ge",
                                                       "%lanemask_gt",
                                                       "%clock",
                                                       "%clock_hi",
                                                       "%clock64",
                                                       "%globaltimer",
                                                       "%globaltimer_lo",
                                                       "%globaltimer_hi",
                                                       "%reserved_smem_offset_begin",
                                                       "%reserved_smem_offset_end",
                                                       "%reserved_smem_offset_cap",
                                                       "%reserved_smem_offset_0",
                                                       "%reserved_smem_offset_1",
                                                       "%total_smem_size",
                                                       "%aggr_smem_size",
                                                       "%dynamic_smem_size",
                                                       "%current_graph_exec"};

struct RegisterFamily {
  std::string_view prefix;
  std::string_view suffix;
  unsigned count;
};
/// Families of numbered registers: %envreg0 to %envreg31, %pm0 to %pm7, %pm0_64 to %pm7_64.
constexpr std::array<RegisterFamily, 3> kFamilies = {
    {{"%envreg", "", 32}, {"%pm", "", 8}, {"%pm", "_64", 8}}};

bool contains(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_member(const RegisterFamily& family, std::string_view name) {
  const std::size_t around = family.prefix.size() + family.suffix.size();
  if (name.size() <= around || name.size() > around + 2) return false;
  if (!name.starts_with(family.prefix) || !name.ends_with(family.suffix)) return false;
  const std::string_view digits = name.substr(family.prefix.size(), name.size() - around);
  unsigned number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_canonical = digits.size() == 1 || digits[0] != '0';
  return error == std::errc() && stop == digits.data() + digits.size() && is_canonical &&
         number < family.count;
}

}  // namespace

SpecialRegister classify_special_register(std::string_view name) {
  if (contains(kVectors, name)) return SpecialRegister::vector;
  const bool is_scalar = contains(kScalars, name) || std::any_of(kFamilies.begin(), kFamilies.end(),
                                                                 [&](const RegisterFamily& family) {
                                                                   return is_member(family, name);
                                                                 });
  return is_scalar ? SpecialRegister::scalar : SpecialRegister::none;
}

}  // namespace heddle::ptx
