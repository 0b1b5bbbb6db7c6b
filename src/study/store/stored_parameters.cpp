#include "study/store/stored_parameters.hpp"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "study/results/checksums.hpp"
#include "study/results/schema.hpp"

namespace heddle::study {
void store_parameters(Database& database, std::span<const StoredRun> runs,
                      const Configurations& configurations) {
  database.execute(
      "DELETE FROM configured; DELETE FROM configurations; DELETE FROM parameter_keys");
  std::map<std::string, std::uint64_t> numbers;
  Statement key_row(database, "INSERT INTO parameter_keys VALUES (?, ?)");
  Statement row(database, "INSERT INTO configurations VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < configurations.all().size(); ++i) {
    for (const ResolvedParameter& parameter : configurations.all()[i].parameters) {
      const auto [key, is_new] = numbers.emplace(parameter.key, numbers.size() + 1);
      if (is_new) key_row.bind(key->second).bind(parameter.key).run();
      row.bind(std::uint64_t{i + 1}).bind(key->second).bind(parameter.value).run();
    }
  }
  Statement configured(database, "INSERT INTO configured VALUES (?, ?)");
  for (const StoredRun& run : runs) {
    configured.bind(run.run).bind(std::uint64_t{run.configuration + 1}).run();
  }
  seal_matrix(database);
}

bool has_parameters(Database& database) {
  Statement table(database, "SELECT 1 FROM sqlite_master WHERE name = 'configured'");
  if (!table.next()) return false;
  Statement without(database,
                    "SELECT 1 FROM cells WHERE run NOT IN (SELECT run FROM configured) LIMIT 1");
  return !without.next();
}

std::map<std::int64_t, sim::Settings> configurations_of(Database& results) {
  std::map<std::int64_t, sim::Settings> all;
  if (!has_parameters(results)) return all;
  Statement query(results,
                  "SELECT configuration, key, value, typeof(value) FROM configurations "
                  "JOIN parameter_keys USING (parameter)");
  while (query.next()) {
    sim::Setting& setting = all[query.whole(0)][query.text(1)];
    const std::string type = query.text(3);
    if (type == "integer")
      setting.value = query.whole(2);
    else if (type == "real")
      setting.value = query.number(2);
    else
      setting.value = query.text(2);
  }
  return all;
}

void adopt_parameters(Database& database, std::span<const Cell> cells,
                      const Configurations& configurations, const std::string& command) {
  using Labels = decltype(std::declval<Cell>().labels());
  std::map<Labels, std::size_t> by_name;
  for (std::size_t i = 0; i < cells.size(); ++i) by_name.emplace(cells[i].labels(), i);
  std::vector<StoredRun> runs;
  Statement query(database, fmt::format("SELECT run, {} FROM cells ORDER BY run",
                                        fmt::join(kRunColumns, ", ")));
  while (query.next()) {
    Labels name;
    for (int label = 0; std::string & text : name) text = query.text(++label);
    const auto cell = by_name.find(name);
    if (cell == by_name.end()) {
      fail("'{}' has no parameters of its runs, and the matrix has no run '{}'; {}",
           database.file().string(), fmt::join(name, " "), command);
    }
    runs.push_back({query.whole(0), configurations.number(cell->second)});
  }
  Transaction transaction(database);
  make_later_tables(database);
  store_parameters(database, runs, configurations);
  transaction.commit();
}

}  // namespace heddle::study
