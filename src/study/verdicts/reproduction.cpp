#include "study/verdicts/reproduction.hpp"

#include <algorithm>

namespace heddle::study {
namespace {

/// The number of runs that failed as the experiment expects.
std::size_t as_meant(const Experiment& experiment, Database& database) {
  std::size_t runs = 0;
  for (const MeantToFail& meant : experiment.meant_to_fail) {
    Statement query(database,
                    "SELECT count(*) FROM runs r JOIN choices c USING (run) "
                    "WHERE r.status = 'failed' AND r.workload = ? AND c.axis = 'setting' "
                    "AND c.choice = ?");
    query.bind(meant.workload).bind(meant.setting).next();
    runs += static_cast<std::size_t>(query.whole(0));
  }
  return runs;
}

void count_cells(const Experiment& experiment, Database& database, Reproduction& reproduction) {
  Statement machines(database, "SELECT machine FROM cells GROUP BY machine ORDER BY min(run)");
  while (machines.next()) reproduction.machines.push_back(machines.text(0));
  Statement runs(database, "SELECT count(*), coalesce(sum(status <> 'ok'), 0) FROM runs");
  runs.next();
  reproduction.runs = static_cast<std::size_t>(runs.whole(0));
  reproduction.failed = static_cast<std::size_t>(runs.whole(1)) - as_meant(experiment, database);
}

bool has_points(const FigureData& data) {
  return std::ranges::any_of(data.points,
                             [](const FigurePoint& point) { return point.y.has_value(); });
}

}  // namespace

Reproduction judge_reproduction(const Experiment& experiment, const std::string& size,
                                const std::string& options, const Catalogue& catalogue,
                                Database& database) {
  Reproduction reproduction;
  reproduction.experiment = experiment.name;
  reproduction.title = experiment.title;
  reproduction.size = size;
  reproduction.options = options;
  count_cells(experiment, database, reproduction);
  for (const Variant& variant : variants(database)) {
    Measures measures(experiment, catalogue, database.file(), variant);
    JudgedVariant of_variant{variant, measures.claims()};
    if (reproduction.variants.empty()) {
      reproduction.figures = measures.figures();
    } else {
      std::erase_if(of_variant.claims,
                    [](const JudgedClaim& judged) { return !is_measured(judged.verdict); });
    }
    reproduction.variants.push_back(std::move(of_variant));
  }
  std::erase_if(reproduction.figures, [](const FigureData& data) { return !has_points(data); });
  return reproduction;
}

}  // namespace heddle::study
