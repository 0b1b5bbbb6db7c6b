#include "heddle/sim/records/record_text.hpp"

#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/sim/launches/launch_bytes.hpp"

namespace heddle::sim {
namespace {

using RecordJson = nlohmann::json;

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
    if (is_launch(record)) {
      decode_launch(record);
      on_launch(launch_);
    } else {
      decode_line(record);
    }
  } catch (const nlohmann::json::exception& error) {
    refuse(error.what());
  } catch (const std::out_of_range& error) {
    refuse("a number in it is out of range");
  }
}

void RecordDecoder::decode_line(std::string_view record) {
  const RecordJson json = RecordJson::parse(record);
  const std::string& kind = json.at("kind").get_ref<const std::string&>();
  if (kind == "heading") headings_.push_back(decode_heading(json));
  if (kind == "process") program_ = json.at("program");
  if (kind == "fault") fault_ = json.at("message");
  if (kind == "warning") warnings_.push_back(json.at("text"));
  if (kind == "stop") stop_ = json.at("reason");
}

void RecordDecoder::decode_launch(std::string_view record) {
  LaunchReader reader(record);
  reader.read(launch_);
  if (heading_ != reader.heading() || launch_.statistics.empty()) {
    launch_.statistics = headings_.at(reader.heading());
    heading_ = reader.heading();
  }
  reader.read(launch_.statistics, &Statistic::value);
  reader.read(launch_.statistics, &Statistic::weight);
  reader.read(launch_.statistics, &Statistic::timed);
  if (reader.sms() > reader.bytes_left()) refuse("it has no lists for so many SMs");
  launch_.sms.resize(reader.sms());
  for (auto& statistics : launch_.sms) {
    statistics = headings_.at(reader.sm_heading());
    reader.read(statistics, &Statistic::value);
    reader.read(statistics, &Statistic::weight);
  }
  if (reader.bytes_left() != 0) refuse("more follows than its lists");
}

}  // namespace heddle::sim
