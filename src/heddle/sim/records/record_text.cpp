#include "heddle/sim/records/record_text.hpp"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/sim/launches/launch_bytes.hpp"

namespace heddle::sim {
namespace {

using RecordJson = nlohmann::json;

Dim3 extents(const RecordJson& json) { return {json.at(0), json.at(1), json.at(2)}; }

/// Returns the JSON text. Names of programs and kernels may have any bytes; bytes that are not
/// UTF-8 are replaced.
std::string text_of(const RecordJson& json) {
  return json.dump(-1, ' ', false, RecordJson::error_handler_t::replace);
}

using Heading = std::vector<Statistic>;

Heading decode_heading(const RecordJson& json) {
  Heading heading;
  for (const RecordJson& column : json.at("columns")) {
    heading.push_back({.name = column.at(0),
                       .unit = column.at(1),
                       .description = column.at(2),
                       .merge = static_cast<Merge>(column.at(3).get<unsigned>()),
                       .of_time = column.at(4)});
  }
  return heading;
}

/// Decodes a launch's record, except the values of its statistics.
LaunchRecord decode_launch(const RecordJson& json) {
  LaunchRecord launch;
  launch.grid = json.at("grid");
  launch.kernel = json.at("kernel");
  if (json.contains("parent")) {
    launch.parent = json.at("parent");
    launch.launches_by_kernels = json.at("launches_by_kernels");
  }
  launch.stream = json.at("stream");
  launch.grid_size = extents(json.at("grid_size"));
  launch.block_size = extents(json.at("block_size"));
  launch.registers = json.at("registers");
  launch.counted_registers = json.at("counted_registers");
  launch.shared_bytes = json.at("shared_bytes");
  launch.blocks_per_sm = json.at("blocks_per_sm");
  launch.limited_by = json.at("limited_by");
  launch.timed = json.at("timed");
  launch.complete = json.at("complete");
  launch.started = json.at("started");
  launch.ended = json.at("ended");
  const RecordJson& own = json.at("own_time");
  launch.own_time = {own.at(0), own.at(1), own.at(2)};
  launch.launches = json.at("launches");
  return launch;
}

bool has_names(const std::vector<Statistic>& statistics, const std::vector<std::string>& names) {
  return std::equal(
      statistics.begin(), statistics.end(), names.begin(), names.end(),
      [](const Statistic& statistic, const std::string& name) { return statistic.name == name; });
}

}  // namespace

std::size_t RecordEncoder::heading_of(const std::vector<Statistic>& statistics,
                                      std::vector<std::string>& records) {
  const auto same = [&](const auto& names) { return has_names(statistics, names); };
  const auto found = std::find_if(headings_.begin(), headings_.end(), same);
  const auto heading = static_cast<std::size_t>(found - headings_.begin());
  if (found != headings_.end()) return heading;
  RecordJson columns = RecordJson::array();
  std::vector<std::string>& names = headings_.emplace_back();
  for (const Statistic& statistic : statistics) {
    columns.push_back({statistic.name, statistic.unit, statistic.description,
                       static_cast<unsigned>(statistic.merge), statistic.of_time});
    names.push_back(statistic.name);
  }
  records.push_back(text_of({{"kind", "heading"}, {"columns", std::move(columns)}}));
  return heading;
}

std::vector<std::string> RecordEncoder::encode(const LaunchRecord& launch) {
  std::vector<std::string> records;
  const std::size_t heading = heading_of(launch.statistics, records);
  const std::size_t sm_heading =
      launch.sms.empty() ? heading : heading_of(launch.sms.front(), records);
  records.push_back(launch_bytes(launch, heading, sm_heading));
  return records;
}

std::string encode_process(const std::string& program) {
  return text_of({{"kind", "process"}, {"program", program}});
}

std::string encode_fault(const std::string& message) {
  return text_of({{"kind", "fault"}, {"message", message}});
}

std::string encode_warning(const std::string& text) {
  return text_of({{"kind", "warning"}, {"text", text}});
}

std::string encode_stop(const std::string& reason) {
  return text_of({{"kind", "stop"}, {"reason", reason}});
}

void RecordDecoder::refuse(std::string_view reason) const {
  fail("the journal '{}' has a broken record ({}): run the program again", source_, reason);
}

void RecordDecoder::decode(std::string_view record, const OnLaunch& on_launch) {
  try {
    const RecordJson json = RecordJson::parse(line_of(record));
    const std::string& kind = json.at("kind").get_ref<const std::string&>();
    if (kind == "heading") headings_.push_back(decode_heading(json));
    if (kind == "process") program_ = json.at("program");
    if (kind == "fault") fault_ = json.at("message");
    if (kind == "warning") warnings_.push_back(json.at("text"));
    if (kind == "stop") stop_ = json.at("reason");
    if (kind != "launch") return;
    LaunchRecord launch = decode_launch(json);
    std::vector<Statistic>& values = headings_.at(json.at("heading").get<std::size_t>());
    ValueLists lists(record);
    lists.read(values, &Statistic::value);
    lists.read(values, &Statistic::weight);
    lists.read(values, &Statistic::timed);
    const auto sms = json.at("sms").get<std::size_t>();
    if (sms > lists.bytes_left()) refuse("it has no lists for so many SMs");
    launch.sms.resize(sms);
    for (auto& statistics : launch.sms) {
      statistics = headings_.at(json.at("sm_heading").get<std::size_t>());
      lists.read(statistics, &Statistic::value);
      lists.read(statistics, &Statistic::weight);
    }
    if (lists.bytes_left() != 0) refuse("more follows than its lists");
    launch.statistics.swap(values);
    on_launch(launch);
    launch.statistics.swap(values);
  } catch (const nlohmann::json::exception& error) {
    refuse(error.what());
  } catch (const std::out_of_range& error) {
    refuse("a number in it is out of range");
  }
}

}  // namespace heddle::sim
