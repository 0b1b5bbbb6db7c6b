#include "heddle/sim/launches/launch_bytes.hpp"

#include <cstdint>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace heddle::sim {
namespace {

/// Returns the bytes as a JSON string. Replaces bytes that are not UTF-8.
std::string json_string(const std::string& bytes) {
  using nlohmann::json;
  return json(bytes).dump(-1, ' ', false, json::error_handler_t::replace);
}

template <typename Number>
void append(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Appends a list of values: first the number of values that are not 0, then the index and the
/// value of each of these.
void append_list(std::string& bytes, const std::vector<Statistic>& statistics,
                 double Statistic::* member) {
  const std::size_t begin = bytes.size();
  std::uint32_t number = 0;
  append(bytes, number);
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const double value = statistics[i].*member;
    if (value == 0) continue;
    append(bytes, static_cast<std::uint32_t>(i));
    append(bytes, value);
    ++number;
  }
  std::memcpy(bytes.data() + begin, &number, sizeof number);
}

std::string line(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading) {
  std::string text;
  const auto add = [&]<typename... Values>(fmt::format_string<Values...> format,
                                           Values&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
  };
  const Dim3 &grid = launch.grid_size, &block = launch.block_size;
  add(R"({{"kind":"launch","grid":{},"kernel":{},"stream":{})", launch.grid,
      json_string(launch.kernel), launch.stream);
  if (launch.parent)
    add(R"(,"parent":{},"launches_by_kernels":{})", *launch.parent, launch.launches_by_kernels);
  add(R"(,"grid_size":[{},{},{}],"block_size":[{},{},{}])", grid.x, grid.y, grid.z, block.x,
      block.y, block.z);
  add(R"(,"registers":{},"counted_registers":{},"shared_bytes":{})", launch.registers,
      launch.counted_registers, launch.shared_bytes);
  add(R"(,"blocks_per_sm":{},"limited_by":{})", launch.blocks_per_sm,
      json_string(launch.limited_by));
  add(R"(,"timed":{},"complete":{},"started":{},"ended":{},"launches":{})", launch.timed,
      launch.complete, launch.started, launch.ended, launch.launches);
  const OwnTime& own = launch.own_time;
  add(R"(,"own_time":[{},{},{}])", own.process, own.kernel, own.stream);
  add(R"(,"heading":{},"sm_heading":{},"sms":{}}})", heading, sm_heading, launch.sms.size());
  return text;
}

}  // namespace

std::string launch_bytes(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading) {
  std::string bytes = line(launch, heading, sm_heading) + '\n';
  append_list(bytes, launch.statistics, &Statistic::value);
  append_list(bytes, launch.statistics, &Statistic::weight);
  append_list(bytes, launch.statistics, &Statistic::timed);
  for (const auto& statistics : launch.sms) {
    append_list(bytes, statistics, &Statistic::value);
    append_list(bytes, statistics, &Statistic::weight);
  }
  return bytes;
}

void ValueLists::read(std::vector<Statistic>& statistics, double Statistic::* member) {
  for (Statistic& statistic : statistics) statistic.*member = 0;
  for (auto number = take<std::uint32_t>(); number > 0; --number) {
    const auto place = take<std::uint32_t>();
    statistics.at(place).*member = take<double>();
  }
}

template <typename Number>
Number ValueLists::take() {
  Number number;
  if (left_.size() < sizeof number) throw std::out_of_range("a list of values is too short");
  std::memcpy(&number, left_.data(), sizeof number);
  left_.remove_prefix(sizeof number);
  return number;
}

}  // namespace heddle::sim
