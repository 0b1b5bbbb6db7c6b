#include "study/verdicts/cost_tables.hpp"

#include "heddle/base/error.hpp"
#include "heddle/sim/storage/storage.hpp"
#include "study/plan/configurations.hpp"

namespace heddle::study {
namespace {

constexpr const char* kCostTables = R"(
CREATE TEMP TABLE policy_storage (policy TEXT, structure TEXT, entries INTEGER, bits_each INTEGER);
CREATE TEMP TABLE storage_costs (cost TEXT, kind TEXT, policy TEXT, structure TEXT, entries INTEGER,
                         bits_each INTEGER, mm2 REAL);
CREATE TEMP TABLE storage_totals (cost TEXT, kind TEXT, policy TEXT, mm2 REAL, chip_percent REAL);
)";

/// The value of the column `kind` for arrays that every SM has, whatever its policies.
constexpr const char* kSm = "sm";

void fill_storage(const Experiment& experiment, Database& database) {
  Statement machine(database, "SELECT machine FROM cells ORDER BY run LIMIT 1");
  if (!machine.next()) return;
  sim::ConfigurationRequest request;
  request.machine = machine_argument(machine.text(0), experiment.folder);
  Statement row(database, "INSERT INTO policy_storage VALUES (?, ?, ?, ?)");
  for (const sim::PolicyStorage& policy :
       sim::storage_of_all(sim::Configuration::resolve(request))) {
    for (const policy::StorageItem& item : policy.items) {
      row.bind(policy.name).bind(item.name).bind(item.entries).bind(item.bits).run();
    }
  }
}

void fill_costs(const CostQuestion& cost, const sim::Configuration& configuration,
                Database& database) {
  Statement row(database, "INSERT INTO storage_costs VALUES (?, ?, ?, ?, ?, ?, ?)");
  Statement total(database, "INSERT INTO storage_totals VALUES (?, ?, ?, ?, ?)");
  for (const sim::PolicyStorage& policy : sim::storage_of_all(configuration)) {
    total.bind(cost.name).bind(policy.kind).bind(policy.name);
    total.bind(policy.area_mm2).bind(policy.chip_percent).run();
    for (const policy::StorageItem& item : policy.items) {
      row.bind(cost.name).bind(policy.kind).bind(policy.name).bind(item.name);
      row.bind(item.entries).bind(item.bits).bind(sim::area_mm2(item, configuration.machine)).run();
    }
  }
  for (const sim::SmArray& array : sim::arrays_of_sm(configuration.machine)) {
    row.bind(cost.name).bind(std::string(kSm)).bind(std::string(kSm)).bind(array.name);
    row.bind(std::int64_t{1}).bind(array.bits).bind(array.area_mm2).run();
  }
}

}  // namespace

sim::Configuration cost_configuration(const CostQuestion& cost, const Experiment& experiment) {
  sim::ConfigurationRequest request;
  request.machine = machine_argument(cost.machine, experiment.folder);
  request.assignments = cost.assignments;
  request.runs = false;
  try {
    return sim::Configuration::resolve(request);
  } catch (const Error& error) {
    fail("{}: cost '{}': {}", (experiment.folder / "experiment.toml").string(), cost.name,
         error.what());
  }
}

void make_cost_tables(const Experiment& experiment, Database& database) {
  database.execute(kCostTables);
  fill_storage(experiment, database);
  for (const CostQuestion& cost : experiment.costs)
    fill_costs(cost, cost_configuration(cost, experiment), database);
}

}  // namespace heddle::study
