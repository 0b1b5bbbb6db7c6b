#include "heddle/sim/launches/launch_bytes.hpp"

#include <cstring>
#include <optional>
#include <stdexcept>

namespace heddle::sim {
namespace {

constexpr char kMark = 'L';

/// Calls `field` with each member of the launch but its statistics, in the order of the record.
template <typename Launch, typename Field>
void visit_members(Launch& launch, const Field& field) {
  field(launch.grid);
  field(launch.parent);
  field(launch.launches_by_kernels);
  field(launch.kernel);
  field(launch.stream);
  field(launch.grid_size);
  field(launch.block_size);
  field(launch.registers);
  field(launch.counted_registers);
  field(launch.shared_bytes);
  field(launch.blocks_per_sm);
  field(launch.limited_by);
  field(launch.timed);
  field(launch.complete);
  field(launch.started);
  field(launch.ended);
  field(launch.own_time);
  field(launch.launches);
}

/// Appends a member as its bytes.
struct Append {
  std::string& bytes;

  template <typename Member>
  void operator()(const Member& member) const {
    bytes.append(reinterpret_cast<const char*>(&member), sizeof member);
  }
  /// A number that may be missing: whether it is there, and the number or 0.
  void operator()(const std::optional<std::uint64_t>& number) const {
    (*this)(number.has_value());
    (*this)(number.value_or(0));
  }
  void operator()(const std::string& text) const {
    (*this)(static_cast<std::uint32_t>(text.size()));
    bytes += text;
  }
};

/// Takes a member from the bytes that are left.
struct Take {
  std::string_view& left;

  std::string_view bytes(std::size_t size) const {
    if (left.size() < size) throw std::out_of_range("a record is too short");
    const std::string_view taken = left.substr(0, size);
    left.remove_prefix(size);
    return taken;
  }
  template <typename Member>
  void operator()(Member& member) const {
    std::memcpy(&member, bytes(sizeof member).data(), sizeof member);
  }
  void operator()(bool& flag) const {
    const char byte = bytes(1).front();
    if (byte != 0 && byte != 1) throw std::out_of_range("a flag is neither true nor false");
    flag = byte != 0;
  }
  void operator()(std::optional<std::uint64_t>& number) const {
    bool is_there = false;
    (*this)(is_there);
    const auto value = this->number<std::uint64_t>();
    number = is_there ? std::optional(value) : std::nullopt;
  }
  void operator()(std::string& text) const { text = bytes(number<std::uint32_t>()); }

  template <typename Number>
  Number number() const {
    Number taken;
    (*this)(taken);
    return taken;
  }
};

/// Appends a list of values: first the number of values that are not 0, then the index and the
/// value of each of these.
void append_list(std::string& bytes, const std::vector<Statistic>& statistics,
                 double Statistic::* member) {
  const Append append{bytes};
  const std::size_t begin = bytes.size();
  std::uint32_t number = 0;
  append(number);
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const double value = statistics[i].*member;
    if (value == 0) continue;
    append(static_cast<std::uint32_t>(i));
    append(value);
    ++number;
  }
  std::memcpy(bytes.data() + begin, &number, sizeof number);
}

}  // namespace

std::string launch_bytes(const LaunchRecord& launch, std::size_t heading, std::size_t sm_heading) {
  std::string bytes(1, kMark);
  const Append append{bytes};
  visit_members(launch, append);
  append(static_cast<std::uint32_t>(heading));
  append(static_cast<std::uint32_t>(sm_heading));
  append(static_cast<std::uint32_t>(launch.sms.size()));
  append_list(bytes, launch.statistics, &Statistic::value);
  append_list(bytes, launch.statistics, &Statistic::weight);
  append_list(bytes, launch.statistics, &Statistic::timed);
  for (const auto& statistics : launch.sms) {
    append_list(bytes, statistics, &Statistic::value);
    append_list(bytes, statistics, &Statistic::weight);
  }
  return bytes;
}

bool is_launch(std::string_view record) { return record.starts_with(kMark); }

void LaunchReader::read(LaunchRecord& launch) {
  const Take take{left_};
  visit_members(launch, take);
  take(heading_);
  take(sm_heading_);
  take(sms_);
}

void LaunchReader::read(std::vector<Statistic>& statistics, double Statistic::* member) {
  const Take take{left_};
  for (Statistic& statistic : statistics) statistic.*member = 0;
  for (auto number = take.number<std::uint32_t>(); number > 0; --number) {
    const auto place = take.number<std::uint32_t>();
    take(statistics.at(place).*member);
  }
}

}  // namespace heddle::sim
