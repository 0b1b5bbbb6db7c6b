#include "heddle/policy/corun/kernel_profiles.hpp"

#include <array>
#include <iterator>
#include <optional>

#include "heddle/base/error.hpp"
#include "heddle/base/files/file_kind.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"

namespace heddle::policy {
namespace {

constexpr std::string_view kHead = "kernel,blocks,ipc,requests,interconnect,dram";

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The fields of a line: the kernel, whose name may have commas, and then five numbers.
struct Fields {
  std::string kernel;
  std::array<double, 5> numbers{};
};

std::optional<Fields> split(std::string_view line) {
  Fields fields;
  for (std::size_t i = fields.numbers.size(); i-- > 0;) {
    const std::size_t comma = line.rfind(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto value = parse_number(line.substr(comma + 1));
    if (!value || *value < 0) return std::nullopt;
    fields.numbers[i] = *value;
    line = line.substr(0, comma);
  }
  fields.kernel = line;
  return fields;
}

}  // namespace

std::vector<double> fill_between(const std::map<std::uint64_t, double>& known,
                                 std::uint64_t count) {
  std::vector<double> values;
  for (std::uint64_t at = 1; at <= count; ++at) {
    const auto above = known.lower_bound(at);
    if (above == known.end()) {
      values.push_back(known.rbegin()->second);
      continue;
    }
    // Below the smallest known number of blocks, interpolates between value 0 at 0 blocks and the
    // first known value.
    const auto [low, low_value] =
        above == known.begin() ? std::pair<const std::uint64_t, double>(0, 0) : *std::prev(above);
    const double part = static_cast<double>(at - low) / static_cast<double>(above->first - low);
    values.push_back(low_value + part * (above->second - low_value));
  }
  return values;
}

KernelProfiles KernelProfiles::read(const std::string& file) {
  return parse(read_file(file, file_kinds::kKernelProfile), file);
}

KernelProfiles KernelProfiles::parse(std::string_view text, const std::string& file) {
  KernelProfiles profiles;
  if (take_line(text) != kHead) fail("{}:1: expected the line '{}'", file, kHead);
  for (std::size_t at = 2; !text.empty(); ++at) {
    const std::string_view line = take_line(text);
    if (line.empty() || line.starts_with('#')) continue;
    const auto fields = split(line);
    if (!fields || fields->kernel.empty())
      fail("{}:{}: expected a kernel and five numbers, as '{}' says", file, at, kHead);
    const auto& [blocks, ipc, requests, interconnect, dram] = fields->numbers;
    if (blocks < 1 || blocks > 1024 || blocks != static_cast<double>(static_cast<int>(blocks)))
      fail("{}:{}: expected a whole number of blocks, from 1 on", file, at);
    const auto [line_of, is_new] = profiles.lines_[fields->kernel].emplace(
        static_cast<std::uint64_t>(blocks), Line{ipc, requests, interconnect, dram});
    if (!is_new)
      fail("{}:{}: {} with {} blocks stands here twice", file, at, fields->kernel, blocks);
  }
  return profiles;
}

const KernelProfile* KernelProfiles::find(const std::string& kernel, std::uint64_t blocks) {
  const auto lines = lines_.find(kernel);
  if (lines == lines_.end() || blocks == 0) return nullptr;
  KernelProfile& profile = found_[{kernel, blocks}];
  if (!profile.ipc.empty()) return &profile;
  const auto column = [&](double Line::* value) {
    std::map<std::uint64_t, double> known;
    for (const auto& [count, line] : lines->second) known[count] = line.*value;
    return fill_between(known, blocks);
  };
  profile = {column(&Line::ipc), column(&Line::requests), column(&Line::interconnect),
             column(&Line::dram)};
  return &profile;
}

}  // namespace heddle::policy
