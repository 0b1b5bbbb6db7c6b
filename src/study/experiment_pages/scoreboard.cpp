#include "study/experiment_pages/scoreboard.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "study/records/recorded_results.hpp"

namespace heddle::study {
namespace {

/// Claims by verdict.
struct Score {
  std::array<std::size_t, kVerdicts.size()> all{}, headlines{};
  std::vector<double> effects;  ///< of the headlines, over the study's

  void add(const ClaimResult& result) {
    ++all[static_cast<std::size_t>(result.verdict)];
    if (!result.claim.headline) return;
    ++headlines[static_cast<std::size_t>(result.verdict)];
    if (const auto ratio = effect_ratio(result.claim, result.measured)) effects.push_back(*ratio);
  }
  void add(const Score& other) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] += other.all[i];
      headlines[i] += other.headlines[i];
    }
    effects.insert(effects.end(), other.effects.begin(), other.effects.end());
  }
};

std::size_t sum(const std::array<std::size_t, kVerdicts.size()>& counts) {
  std::size_t total = 0;
  for (const std::size_t count : counts) total += count;
  return total;
}

/// "12: 9 reproduced, 3 same sign".
std::string headline_text(const Score& score) {
  std::string text;
  for (const Verdict verdict : kVerdicts) {
    const std::size_t count = score.headlines[static_cast<std::size_t>(verdict)];
    if (count == 0) continue;
    text += fmt::format("{} {} {}", text.empty() ? ":" : ",", count, name_of(verdict));
  }
  return std::to_string(sum(score.headlines)) + text;
}

/// "0.71 of 5": the median, and of how many.
std::string median_text(std::vector<double> values) {
  if (values.empty()) return "-";
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return fmt::format("{:.2f} of {}", median, values.size());
}

Score score_of(const Experiment& experiment, const RecordedResults* results) {
  Score score;
  if (results != nullptr) {
    for (const ClaimResult& result : results->results.claims) score.add(result);
    return score;
  }
  for (const Claim& claim : experiment.claims) {
    ClaimResult missing;
    missing.claim = claim;
    score.add(missing);
  }
  return score;
}

std::vector<std::string> score_row(const std::string& name, const Score& score,
                                   const std::string& size, const std::string& revision) {
  std::vector<std::string> row = {name, headline_text(score), median_text(score.effects),
                                  std::to_string(sum(score.all))};
  for (const std::size_t count : score.all) row.push_back(std::to_string(count));
  row.push_back(size);
  row.push_back(revision);
  return row;
}

}  // namespace

Table scoreboard(const std::vector<Experiment>& experiments, const ScoreboardName& name) {
  Table table{{"study", "headline claims", "median effect", "all claims"}, {}};
  for (const Verdict verdict : kVerdicts) table.columns.emplace_back(name_of(verdict));
  table.columns.insert(table.columns.end(), {"size", "revision"});
  Score total;
  std::vector<std::vector<std::string>> expectations;
  for (const Experiment& experiment : experiments) {
    const std::vector<RecordedResults> recorded = recorded_results(experiment);
    const RecordedResults* results = decisive(recorded);
    const Score score = score_of(experiment, results);
    const std::string kind = experiment.has_expectations ? " (expectations)" : "";
    auto row = score_row(name(experiment) + kind, score, results == nullptr ? "-" : results->size,
                         results == nullptr ? "-" : results->parts.front().by.revision);
    if (experiment.has_expectations) {
      expectations.push_back(std::move(row));
      continue;
    }
    total.add(score);
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back(score_row("all studies", total, "", ""));
  table.rows.insert(table.rows.end(), expectations.begin(), expectations.end());
  return table;
}

Table contradicted_headlines(const std::vector<Experiment>& experiments,
                             const ScoreboardName& name) {
  Table table{{"study", "headline claim", "study's value", "measured", "why"}, {}};
  for (const Experiment& experiment : experiments) {
    const std::vector<RecordedResults> recorded = recorded_results(experiment);
    const RecordedResults* results = decisive(recorded);
    if (results == nullptr) continue;
    for (const ClaimResult& result : results->results.claims) {
      if (!result.claim.headline || result.verdict != Verdict::contradicted) continue;
      const auto cause = experiment.causes.find(result.claim.id);
      table.rows.push_back({name(experiment), result.claim.words(), result.claim.paper_text(),
                            result.measured_text(),
                            cause == experiment.causes.end() ? "-" : cause->second});
    }
  }
  return table;
}

}  // namespace heddle::study
