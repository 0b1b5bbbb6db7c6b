#include "study/store/export.hpp"

#include <map>
#include <set>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "study/results/schema.hpp"
#include "study/store/stored_parameters.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRuns =
    "SELECT run, workload, paper, size, arguments, machine, registers, setting, status, message, "
    "exit_code, host_seconds, peak_bytes, launches, result FROM runs ORDER BY run";
constexpr int kLabelColumns = 14;  ///< number of columns of kRuns before `result`
constexpr int kFirstNumber = 10;   ///< index of the first column of kRuns after the texts

struct Quantity {
  std::int64_t number;
  std::string name, unit, description;
};

std::vector<Quantity> quantities(Database& database) {
  std::vector<Quantity> all;
  Statement query(database,
                  "SELECT quantity, name, unit, description FROM quantities ORDER BY quantity");
  while (query.next()) all.push_back({query.whole(0), query.text(1), query.text(2), query.text(3)});
  return all;
}

/// The axes of the settings. None if `setting` is the only axis, because the run's column `setting`
/// then has the choice.
std::vector<std::string> axes(Database& database) {
  std::vector<std::string> all;
  Statement query(database, "SELECT DISTINCT axis FROM choices ORDER BY axis");
  while (query.next()) all.push_back(query.text(0));
  if (all == std::vector<std::string>{"setting"}) all.clear();
  return all;
}

std::map<std::string, std::string> choices(Database& database, std::int64_t run) {
  std::map<std::string, std::string> all;
  Statement query(database, "SELECT axis, choice FROM choices WHERE run = ?");
  query.bind(run);
  while (query.next()) all[query.text(0)] = query.text(1);
  return all;
}

using Parameters = std::map<std::string, Json>;

/// Makes the table temp.alike for parameters(): the keys that have the same value in all runs.
void find_alike(Database& database) {
  if (!has_parameters(database)) return;
  database.execute("DROP TABLE IF EXISTS temp.alike");
  database.execute(R"(
CREATE TEMP TABLE alike AS
WITH used AS (SELECT DISTINCT configuration FROM configured)
SELECT key FROM configurations JOIN parameter_keys USING (parameter)
WHERE configuration IN used GROUP BY key
HAVING count(*) = (SELECT count(*) FROM used) AND count(DISTINCT value) = 1)");
}

/// Parameters of the runs that satisfy `where`. If `shared` is true, the parameters that have the
/// same value in all runs; else the parameters whose value differs.
Parameters parameters(Database& database, bool shared, const std::string& where) {
  Parameters all;
  if (!has_parameters(database)) return all;
  Statement query(database, fmt::format("SELECT key, value, typeof(value) FROM parameters WHERE {} "
                                        "AND key {} temp.alike",
                                        where, shared ? "IN" : "NOT IN"));
  while (query.next()) {
    const std::string type = query.text(2);
    all[query.text(0)] = type == "integer" ? Json(query.whole(1))
                         : type == "real"  ? Json(query.number(1))
                                           : Json(query.text(1));
  }
  return all;
}

Parameters own_parameters(Database& database, std::int64_t run) {
  return parameters(database, false, fmt::format("run = {}", run));
}

std::string plain_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The stored values of a kernel by quantity. Values of 0 are not stored.
std::map<std::int64_t, std::string> values(Database& database, std::int64_t result,
                                           std::int64_t kernel) {
  std::map<std::int64_t, std::string> all;
  Statement query(database,
                  "SELECT quantity, value, typeof(value) FROM measured WHERE result = ? AND "
                  "kernel = ?");
  query.bind(result).bind(kernel);
  while (query.next()) {
    const bool whole = query.text(2) == "integer";
    all[query.whole(0)] = whole ? query.text(1) : fmt::format("{}", query.number(1));
  }
  return all;
}

/// The headings of a CSV file. Each heading is unique.
class Headings {
 public:
  /// Adds the heading. If it is known, or one of `later`, it gets the prefix until it is not.
  void add(std::string name, std::string_view prefix = "",
           const std::set<std::string>& later = {}) {
    while (!prefix.empty() && (known_.contains(name) || later.contains(name)))
      name.insert(0, prefix);
    known_.insert(name);
    line_ += csv_field(name) + ",";
  }
  std::string line() const { return line_.substr(0, line_.size() - 1) + "\n"; }

 private:
  std::set<std::string> known_;
  std::string line_;
};

/// An axis or a parameter that is called like another column gets a prefix, as in "axis.setting"
/// and "parameter.energy.dram.read". Statistics keep their names.
std::string heading_line(const Statement& runs, const std::vector<std::string>& axes,
                         const Parameters& varied, const std::vector<Quantity>& quantities) {
  std::set<std::string> statistics, others;
  for (const Quantity& quantity : quantities) statistics.insert(quantity.name);
  others = statistics;
  for (const auto& [key, value] : varied) others.insert(key);
  Headings headings;
  for (int column = 0; column < kLabelColumns; ++column) headings.add(runs.column_name(column));
  for (const std::string& axis : axes) headings.add(axis, "axis.", others);
  for (const auto& [key, value] : varied) headings.add(key, "parameter.", statistics);
  for (const Quantity& quantity : quantities) headings.add(quantity.name, "statistic.");
  return headings.line();
}

bool has_values(const std::string& status) { return status == "ok" || status == "incomplete"; }

Json values_json(const std::vector<Quantity>& all, const std::map<std::int64_t, std::string>& of) {
  Json json = Json::object();
  for (const Quantity& quantity : all) {
    const auto found = of.find(quantity.number);
    if (found != of.end()) json[quantity.name] = Json::parse(found->second);
  }
  return json;
}

Json kernels_json(Database& database, std::int64_t result, const std::vector<Quantity>& all) {
  Json list = Json::array();
  Statement query(
      database,
      "SELECT name, symbol, launches, timed_launches, grid, block, blocks, threads, registers, "
      "shared, blocks_per_sm, limited_by, kernel FROM kernels WHERE result = ? "
      "ORDER BY kernel");
  query.bind(result);
  while (query.next()) {
    Json kernel;
    for (int column = 0; column + 1 < query.columns(); ++column) {
      const std::string name = query.column_name(column);
      const bool is_text = name == "name" || name == "symbol" || name == "grid" ||
                           name == "block" || name == "limited_by";
      kernel[name] = is_text ? Json(query.text(column)) : Json(query.whole(column));
    }
    kernel["statistics"] =
        values_json(all, values(database, result, query.whole(query.columns() - 1)));
    list.push_back(std::move(kernel));
  }
  return list;
}

Json run_json(Database& database, const Statement& row, const std::vector<Quantity>& all) {
  Json json;
  for (int column = 0; column < kLabelColumns; ++column) {
    const std::string name = row.column_name(column);
    const bool is_number = column == 0 || column >= kFirstNumber;
    if (!is_number) {
      json[name] = row.text(column);
    } else if (!row.text(column).empty()) {
      json[name] = Json::parse(row.text(column));
    }
    if (name != "setting") continue;
    json["choices"] = choices(database, row.whole(0));
    json["parameters"] = own_parameters(database, row.whole(0));
  }
  if (!has_values(row.text(8))) return json;
  const std::int64_t result = row.whole(kLabelColumns);
  json["statistics"] = values_json(all, values(database, result, 0));
  json["kernels"] = kernels_json(database, result, all);
  return json;
}

}  // namespace

void export_csv(Database& database, const jobs::TextSink& sink) {
  const std::vector<Quantity> all = quantities(database);
  const std::vector<std::string> extra = axes(database);
  find_alike(database);
  const Parameters varied = parameters(database, false, "true");
  Statement query(database, kRuns);
  sink(heading_line(query, extra, varied, all));
  std::string line;
  while (query.next()) {
    line.clear();
    for (int column = 0; column < kLabelColumns; ++column)
      line += csv_field(query.text(column)) + ",";
    auto chosen = choices(database, query.whole(0));
    for (const std::string& axis : extra) line += csv_field(chosen[axis]) + ",";
    const Parameters own = own_parameters(database, query.whole(0));
    for (const auto& [key, value] : varied) {
      const auto found = own.find(key);
      line += (found == own.end() ? "" : csv_field(plain_text(found->second))) + ",";
    }
    const bool measured = has_values(query.text(8));
    auto of = values(database, query.whole(kLabelColumns), 0);
    for (const Quantity& quantity : all) {
      const auto found = of.find(quantity.number);
      const char* const absent = zero_is_stored(quantity.name) ? "" : "0";
      if (measured) line += found == of.end() ? absent : found->second;
      line += ",";
    }
    line.back() = '\n';
    sink(line);
  }
}

void export_json(Database& database, const jobs::TextSink& sink) {
  const std::vector<Quantity> all = quantities(database);
  find_alike(database);
  Json meanings = Json::object();
  for (const Quantity& quantity : all) {
    meanings[quantity.name] = {{"unit", quantity.unit}, {"description", quantity.description}};
  }
  sink(fmt::format(
      "{{\n  \"schema\": \"heddle.sweep\",\n  \"schema_version\": {},\n"
      "  \"statistics\": {},\n  \"parameters\": {},\n  \"runs\": [",
      kSweepSchemaVersion, meanings.dump(), Json(parameters(database, true, "true")).dump()));
  Statement query(database, kRuns);
  const char* separator = "\n    ";
  while (query.next()) {
    const Json run = run_json(database, query, all);
    sink(separator + run.dump(-1, ' ', false, Json::error_handler_t::replace));
    separator = ",\n    ";
  }
  sink("\n  ]\n}\n");
}

}  // namespace heddle::study
