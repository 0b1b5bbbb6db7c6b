#include "cli/reproduce/judge.hpp"

#include <algorithm>

namespace heddle::cli {
namespace {

void count_cells(Database& database, Reproduction& reproduction) {
  Statement machines(database, "SELECT machine FROM cells GROUP BY machine ORDER BY min(run)");
  while (machines.next()) reproduction.machines.push_back(machines.text(0));
  Statement runs(database, "SELECT count(*), coalesce(sum(status <> 'ok'), 0) FROM runs");
  runs.next();
  reproduction.runs = static_cast<std::size_t>(runs.whole(0));
  reproduction.failed = static_cast<std::size_t>(runs.whole(1));
}

bool has_points(const FigureData& data) {
  return std::ranges::any_of(data.points,
                             [](const FigurePoint& point) { return point.y.has_value(); });
}

}  // namespace

Reproduction judge_results(const Experiment& experiment, const ReproduceRequest& request,
                           const Catalogue& catalogue, Database& database) {
  Reproduction reproduction;
  reproduction.experiment = experiment.name;
  reproduction.title = experiment.title;
  reproduction.size = request.size;
  reproduction.options = request.options();
  count_cells(database, reproduction);
  for (const Variant& variant : variants(database)) {
    Evaluation evaluation(experiment, catalogue, database.file(), variant);
    VariantResults results{variant, evaluation.claims()};
    if (reproduction.results.empty()) {
      reproduction.figures = evaluation.figures();
    } else {
      std::erase_if(results.claims,
                    [](const ClaimResult& result) { return !is_measured(result.verdict); });
    }
    reproduction.results.push_back(std::move(results));
  }
  std::erase_if(reproduction.figures, [](const FigureData& data) { return !has_points(data); });
  return reproduction;
}

}  // namespace heddle::cli
