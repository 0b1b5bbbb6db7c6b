// What `heddle cost` answers, as tables in the results: claims on storage and area are measured
// from them.
#pragma once

#include "heddle/sim/settings/configuration.hpp"
#include "study/claims/experiment.hpp"
#include "study/results/database.hpp"

namespace heddle::study {

/// As `heddle cost` resolves its command line; a machine's file may begin at the experiment's
/// folder. Throws Error that names the [[cost]].
sim::Configuration cost_configuration(const CostQuestion& cost, const Experiment& experiment);

/// Makes temporary tables in the connection:
///   policy_storage (policy, structure, entries, bits_each): on the machine of the first run;
///   storage_costs (cost, kind, policy, structure, entries, bits_each, mm2) and
///   storage_totals (cost, kind, policy, mm2, chip_percent): of each [[cost]] of the experiment.
/// Throws Error for a [[cost]] whose machine or settings are wrong.
void make_cost_tables(const Experiment& experiment, Database& database);

}  // namespace heddle::study
