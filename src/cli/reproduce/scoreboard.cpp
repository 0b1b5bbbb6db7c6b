#include "cli/reproduce/scoreboard.hpp"

#include <array>

#include <fmt/format.h>

#include "cli/reproduce/recorded_results.hpp"

namespace heddle::cli {
namespace {

/// Claims by verdict.
struct Score {
  std::array<std::size_t, kVerdicts.size()> all{}, headlines{};

  void add(const ClaimResult& result) {
    ++all[static_cast<std::size_t>(result.verdict)];
    if (result.claim.headline) ++headlines[static_cast<std::size_t>(result.verdict)];
  }
  void add(const Score& other) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] += other.all[i];
      headlines[i] += other.headlines[i];
    }
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
  std::vector<std::string> row = {name, headline_text(score), std::to_string(sum(score.all))};
  for (const std::size_t count : score.all) row.push_back(std::to_string(count));
  row.push_back(size);
  row.push_back(revision);
  return row;
}

}  // namespace

Table scoreboard(const std::vector<Experiment>& experiments, const ScoreboardName& name) {
  Table table{{"study", "headline claims", "all claims"}, {}};
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

}  // namespace heddle::cli
