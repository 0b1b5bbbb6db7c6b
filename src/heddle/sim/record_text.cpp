#include "heddle/sim/record_text.hpp"

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"

namespace heddle::sim {
namespace {

using Json = nlohmann::json;

Json extents(const Dim3& size) { return Json::array({size.x, size.y, size.z}); }

Dim3 extents(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

/// Program names and kernels are the program's bytes: what is no UTF-8 is replaced.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json launch_json(const LaunchRecord& launch, unsigned heading) {
  Json values = Json::array(), weights = Json::array();
  for (const Statistic& statistic : launch.statistics) {
    values.push_back(statistic.value);
    weights.push_back(statistic.weight);
  }
  return {{"kind", "launch"},
          {"grid", launch.grid},
          {"kernel", launch.kernel},
          {"stream", launch.stream},
          {"grid_size", extents(launch.grid_size)},
          {"block_size", extents(launch.block_size)},
          {"registers", launch.registers},
          {"shared_bytes", launch.shared_bytes},
          {"blocks_per_sm", launch.blocks_per_sm},
          {"limited_by", launch.limited_by},
          {"timed", launch.timed},
          {"complete", launch.complete},
          {"started", launch.started},
          {"ended", launch.ended},
          {"heading", heading},
          {"values", std::move(values)},
          {"weights", std::move(weights)}};
}

using Heading = std::vector<Statistic>;

Heading decode_heading(const Json& json) {
  Heading heading;
  for (const Json& column : json.at("columns")) {
    heading.push_back({column.at(0), 0, column.at(1), column.at(2), 0});
  }
  return heading;
}

LaunchRecord decode_launch(const Json& json, const std::vector<Heading>& headings) {
  LaunchRecord launch;
  launch.grid = json.at("grid");
  launch.kernel = json.at("kernel");
  launch.stream = json.at("stream");
  launch.grid_size = extents(json.at("grid_size"));
  launch.block_size = extents(json.at("block_size"));
  launch.registers = json.at("registers");
  launch.shared_bytes = json.at("shared_bytes");
  launch.blocks_per_sm = json.at("blocks_per_sm");
  launch.limited_by = json.at("limited_by");
  launch.timed = json.at("timed");
  launch.complete = json.at("complete");
  launch.started = json.at("started");
  launch.ended = json.at("ended");
  launch.statistics = headings.at(json.at("heading").get<std::size_t>());
  for (std::size_t i = 0; i < launch.statistics.size(); ++i) {
    launch.statistics[i].value = json.at("values").at(i);
    launch.statistics[i].weight = json.at("weights").at(i);
  }
  return launch;
}

void decode(const Json& json, std::vector<Heading>& headings, DecodedRecords& decoded) {
  const std::string kind = json.at("kind");
  if (kind == "heading") headings.push_back(decode_heading(json));
  if (kind == "launch") decoded.launches.push_back(decode_launch(json, headings));
  if (kind == "process") decoded.program = json.at("program");
  if (kind == "fault") decoded.fault = json.at("message");
  if (kind == "stop") decoded.stop = json.at("reason");
}

}  // namespace

std::vector<std::string> RecordEncoder::encode(const LaunchRecord& launch) {
  Json columns = Json::array();
  for (const Statistic& statistic : launch.statistics) {
    columns.push_back({statistic.name, statistic.unit, statistic.description});
  }
  const std::string heading = text_of({{"kind", "heading"}, {"columns", std::move(columns)}});
  const auto [found, is_new] = headings_.emplace(heading, headings_.size());
  std::vector<std::string> records;
  if (is_new) records.push_back(heading);
  records.push_back(text_of(launch_json(launch, found->second)));
  return records;
}

std::string encode_process(const std::string& program) {
  return text_of({{"kind", "process"}, {"program", program}});
}

std::string encode_fault(const std::string& message) {
  return text_of({{"kind", "fault"}, {"message", message}});
}

std::string encode_stop(const std::string& reason) {
  return text_of({{"kind", "stop"}, {"reason", reason}});
}

DecodedRecords decode_records(const std::vector<std::string>& records) {
  DecodedRecords decoded;
  std::vector<Heading> headings;
  try {
    for (const std::string& record : records) decode(Json::parse(record), headings, decoded);
  } catch (const std::exception& error) {
    fail("broken record in a journal: {}", error.what());
  }
  return decoded;
}

}  // namespace heddle::sim
