// Tables with the answers of `heddle cost` in the results. Claims on storage and area are measured
// from these tables.
#pragma once

#include "heddle/sim/settings/configuration.hpp"
#include "study/claims/experiment.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

/// The configuration of a [[cost]], resolved as `heddle cost` does. The path of a machine file may
/// be relative to the experiment's folder. Throws Error with the name of the [[cost]].
sim::Configuration cost_configuration(const CostQuestion& cost, const Experiment& experiment);

/// Makes these temporary tables:
///   policy_storage (policy, structure, entries, bits_each): for the machine of the first run;
///   storage_costs (cost, kind, policy, structure, entries, bits_each, mm2) and
///   storage_totals (cost, kind, policy, mm2, chip_percent): for each [[cost]] of the experiment.
/// Throws Error for a [[cost]] whose machine or settings are wrong.
void make_cost_tables(const Experiment& experiment, Database& database);

}  // namespace heddle::study
