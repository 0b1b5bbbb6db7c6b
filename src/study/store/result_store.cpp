#include "study/store/result_store.hpp"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/output/version.hpp"
#include "study/results/checksums.hpp"
#include "study/results/contents.hpp"
#include "study/results/run_tables.hpp"
#include "study/results/schema.hpp"
#include "study/store/checked_results.hpp"
#include "study/store/stored_parameters.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

std::string extents_text(const Dim3& extents) {
  return fmt::format("{}x{}x{}", extents.x, extents.y, extents.z);
}

/// Whether the bound `had` of an earlier run is smaller than the present bound `now`. 0 means no
/// bound.
template <typename Bound>
bool is_tighter(Bound had, Bound now) {
  return had > 0 && (now == 0 || had < now);
}

}  // namespace

ResultStore::ResultStore(const fs::path& file) : database_(make_sealed_results(file, "heddle")) {
  refuse_damaged(database_);
  read_known();
  Transaction transaction(database_);
  for (const Statistic& statistic : sim::all_statistics()) add_quantity(statistic);
  note_statistics(database_);
  transaction.commit();
}

void ResultStore::read_known() {
  Statement quantities(database_, "SELECT name, quantity FROM quantities");
  while (quantities.next()) quantities_[quantities.text(0)] = quantities.whole(1);
  Statement results(database_,
                    "SELECT identity, status, seconds_allowed, bytes_allowed FROM results");
  while (results.next()) {
    known_[results.text(0)] = {results.text(1),
                               {results.number(2), static_cast<std::uint64_t>(results.whole(3))}};
  }
}

void ResultStore::add_quantity(const Statistic& statistic) {
  if (quantities_.contains(statistic.name)) return;
  Statement insert(database_, "INSERT INTO quantities (name, unit, description) VALUES (?, ?, ?)");
  insert.bind(statistic.name).bind(statistic.unit).bind(statistic.description).run();
  quantities_[statistic.name] = database_.last_row();
}

void ResultStore::set_cells(std::span<const Cell> cells, std::span<const std::string> identities,
                            const Configurations& configurations) {
  Transaction transaction(database_);
  database_.execute("DELETE FROM cells");
  Statement cell_row(database_, "INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  Statement choice_row(database_, "INSERT INTO choices VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i];
    const std::uint64_t run = i + 1;
    cell_row.bind(run);
    for (const std::string& label : cell.labels()) cell_row.bind(label);
    cell_row.bind(identities[i]).run();
    for (const auto& [axis, choice] : cell.choices) {
      choice_row.bind(run).bind(axis).bind(choice).run();
    }
  }
  std::vector<StoredRun> runs;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    runs.push_back({static_cast<std::int64_t>(i + 1), configurations.number(i)});
  }
  store_parameters(database_, runs, configurations);
  transaction.commit();
}

bool ResultStore::has(const std::string& identity, const RunBounds& bounds, bool retry) const {
  const auto found = known_.find(identity);
  if (found == known_.end()) return false;
  const Known& known = found->second;
  if (known.status == "timeout" && is_tighter(known.bounds.seconds, bounds.seconds)) return false;
  if (known.status == "memory" && is_tighter(known.bounds.bytes, bounds.bytes)) return false;
  return !retry || known.status == "ok";
}

bool ResultStore::has_values(const std::string& identity) const {
  const auto found = known_.find(identity);
  return found != known_.end() &&
         (found->second.status == "ok" || found->second.status == "incomplete");
}

void ResultStore::store(const std::string& identity, const RunBounds& bounds, const EndedRun& run) {
  Transaction transaction(database_);
  remove_result(database_, identity);
  Statement row(database_,
                "INSERT INTO results (identity, status, message, exit_code, host_seconds, "
                "peak_bytes, launches, seconds_allowed, bytes_allowed, heddle, finished, output) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  row.bind(identity).bind(run.status).bind(run.message);
  row.bind(std::int64_t{run.exit_code}).bind(run.seconds).bind(run.peak_bytes);
  row.bind(run.stats.launches).bind(bounds.seconds).bind(bounds.bytes);
  row.bind(std::string(sim::version()));
  row.bind(fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  row.bind(run.output).run();
  const std::int64_t result = database_.last_row();
  const std::size_t statistics = quantities_.size();
  insert_values(result, 0, run.stats.total);
  insert_kernels(result, run.stats.kernels);
  if (quantities_.size() != statistics) note_statistics(database_);
  store_contents(database_, result);
  if (run.status == "ok" || run.status == "incomplete") {
    store_run_tables(database_, result, run.folder);
  }
  seal_result(database_, result);
  transaction.commit();
  known_[identity] = {run.status, bounds};
}

void ResultStore::insert_values(std::int64_t result, std::size_t kernel,
                                const std::vector<Statistic>& statistics) {
  Statement row(database_, "INSERT INTO measured VALUES (?, ?, ?, ?)");
  for (const Statistic& statistic : statistics) {
    add_quantity(statistic);
    if (statistic.value == 0 && !zero_is_stored(statistic.name)) continue;
    row.bind(result).bind(std::uint64_t{kernel}).bind(quantities_.at(statistic.name));
    row.bind(statistic.value).run();
  }
}

void ResultStore::insert_kernels(std::int64_t result,
                                 const std::vector<sim::SavedKernel>& kernels) {
  Statement row(database_, "INSERT INTO kernels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const sim::SavedKernel& kernel = kernels[i];
    row.bind(result).bind(std::uint64_t{i + 1}).bind(kernel.name).bind(kernel.symbol);
    row.bind(kernel.launches).bind(kernel.timed_launches);
    row.bind(extents_text(kernel.grid)).bind(extents_text(kernel.block));
    row.bind(kernel.grid.volume())
        .bind(kernel.block.volume())
        .bind(std::uint64_t{kernel.registers});
    row.bind(std::uint64_t{kernel.shared_bytes}).bind(std::uint64_t{kernel.blocks_per_sm});
    row.bind(kernel.limited_by).run();
    insert_values(result, i + 1, kernel.statistics);
  }
}

std::size_t ResultStore::prune() {
  Transaction transaction(database_);
  std::vector<std::string> unused;
  Statement query(
      database_, "SELECT identity FROM results WHERE identity NOT IN (SELECT identity FROM cells)");
  while (query.next()) unused.push_back(query.text(0));
  for (const std::string& identity : unused) remove_result(database_, identity);
  transaction.commit();
  return unused.size();
}

}  // namespace heddle::study
