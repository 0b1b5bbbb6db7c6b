#include "heddle/sim/launch_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::sim {
namespace {

constexpr double kExact = 9007199254740992;  ///< 2^53: integers below are exact

template <typename Number>
void append(std::string& text, Number number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

/// The shortest text that reads back as the value.
void append_value(std::string& text, double value) {
  if (std::abs(value) < kExact && value == std::trunc(value)) {
    append(text, static_cast<std::int64_t>(value));
  } else {
    append(text, value);
  }
}

/// "[index,value,index,value,...]" of what is not 0.
template <typename Member>
void append_sparse(std::string& text, const std::vector<Statistic>& statistics, Member member) {
  text += '[';
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const double value = statistics[i].*member;
    if (value == 0) continue;
    if (text.back() != '[') text += ',';
    append(text, i);
    text += ',';
    append_value(text, value);
  }
  text += ']';
}

/// The values of each SM, which have one heading.
void append_sms(std::string& text, const std::vector<std::vector<Statistic>>& sms,
                std::size_t heading) {
  text += R"(,"sm_heading":)";
  append(text, heading);
  text += R"(,"sms":[)";
  for (const auto& statistics : sms) {
    text += text.back() == '[' ? "[" : ",[";
    append_sparse(text, statistics, &Statistic::value);
    text += ',';
    append_sparse(text, statistics, &Statistic::weight);
    text += ']';
  }
  text += ']';
}

}  // namespace

std::string json_string(const std::string& bytes) {
  using nlohmann::json;
  return json(bytes).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string launch_text(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading) {
  std::string text;
  const auto add = [&]<typename... Values>(fmt::format_string<Values...> format,
                                           Values&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
  };
  const Dim3 &grid = launch.grid_size, &block = launch.block_size;
  add(R"({{"kind":"launch","grid":{},"kernel":{},"stream":{})", launch.grid,
      json_string(launch.kernel), launch.stream);
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
  add(R"(,"heading":{},"values":)", heading);
  append_sparse(text, launch.statistics, &Statistic::value);
  text += R"(,"weights":)";
  append_sparse(text, launch.statistics, &Statistic::weight);
  text += R"(,"timed_parts":)";
  append_sparse(text, launch.statistics, &Statistic::timed);
  if (!launch.sms.empty()) append_sms(text, launch.sms, sm_heading);
  text += '}';
  return text;
}

}  // namespace heddle::sim
