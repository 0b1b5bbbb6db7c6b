#include "study/experiment_pages/scoreboard.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "study/records/record_table.hpp"

namespace heddle::study {
namespace {

/// The numbers of claims by verdict.
struct Score {
  std::array<std::size_t, kVerdicts.size()> all{}, headlines{};
  std::vector<double> effects;  ///< for each headline claim: measured effect / the study's effect

  void add(const JudgedClaim& judged) {
    ++all[static_cast<std::size_t>(judged.verdict)];
    if (!judged.claim.headline) return;
    ++headlines[static_cast<std::size_t>(judged.verdict)];
    const auto ratio = effect_ratio(judged.claim, judged.measured);
    if (ratio && is_measured(judged.verdict)) effects.push_back(*ratio);
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

/// The headline claims by verdict, as in "12: 9 reproduced, 3 same sign".
std::string headline_text(const Score& score) {
  std::string text;
  for (const Verdict verdict : kVerdicts) {
    const std::size_t count = score.headlines[static_cast<std::size_t>(verdict)];
    if (count == 0) continue;
    text += fmt::format("{} {} {}", text.empty() ? ":" : ",", count, name_of(verdict));
  }
  return std::to_string(sum(score.headlines)) + text;
}

/// The median and the number of values, as in "0.71 of 5".
std::string median_text(std::vector<double> values) {
  if (values.empty()) return "-";
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return fmt::format("{:.2f} of {}", median, values.size());
}

Score score_of(const Experiment& experiment, const RecordTable* deciding) {
  Score score;
  if (deciding != nullptr) {
    for (const JudgedClaim& judged : deciding->judged.claims) score.add(judged);
    return score;
  }
  for (const Claim& claim : experiment.claims) {
    JudgedClaim missing;
    missing.claim = claim;
    score.add(missing);
  }
  return score;
}

std::vector<std::string> score_row(const std::string& name, const Score& score,
                                   const RecordTable* deciding) {
  std::vector<std::string> row = {name, headline_text(score), median_text(score.effects),
                                  std::to_string(sum(score.all))};
  for (const std::size_t count : score.all) row.push_back(std::to_string(count));
  const bool is_known = deciding != nullptr;
  row.push_back(is_known ? deciding->size : "-");
  row.push_back(is_known ? deciding->judged.variant.registers : "-");
  row.push_back(is_known ? deciding->parts.front().by.revision : "-");
  return row;
}

/// Who made the claims, in words.
std::string_view source_words(const Experiment& experiment) {
  return experiment.claim_source == ClaimSource::chip ? "a chip's counters" : "expectations";
}

}  // namespace

Table scoreboard(const std::vector<Experiment>& experiments, const ScoreboardName& name) {
  Table table{{"study", "headline claims", "median effect", "all claims"}, {}};
  for (const Verdict verdict : kVerdicts) table.columns.emplace_back(name_of(verdict));
  table.columns.insert(table.columns.end(), {"size", "registers", "revision"});
  Score total;
  std::vector<std::vector<std::string>> others;  // rows that no study claims
  for (const Experiment& experiment : experiments) {
    const std::vector<RecordTable> tables = record_tables(experiment);
    const RecordTable* deciding = decisive(experiment, tables);
    const Score score = score_of(experiment, deciding);
    const bool is_of_study = experiment.claim_source == ClaimSource::study;
    const std::string kind = is_of_study ? "" : fmt::format(" ({})", source_words(experiment));
    auto row = score_row(name(experiment) + kind, score, deciding);
    if (!is_of_study) {
      others.push_back(std::move(row));
      continue;
    }
    total.add(score);
    table.rows.push_back(std::move(row));
  }
  std::vector<std::string> sums = score_row("all studies", total, nullptr);
  std::fill(sums.end() - 3, sums.end(), "");  // no size, registers or revision of all studies
  table.rows.push_back(std::move(sums));
  table.rows.insert(table.rows.end(), others.begin(), others.end());
  return table;
}

Table contradicted_headlines(const std::vector<Experiment>& experiments,
                             const ScoreboardName& name) {
  Table table{{"study", "headline claim", "study's value", "measured", "why"}, {}};
  for (const Experiment& experiment : experiments) {
    const std::vector<RecordTable> tables = record_tables(experiment);
    const RecordTable* deciding = decisive(experiment, tables);
    if (deciding == nullptr) continue;
    for (const JudgedClaim& judged : deciding->judged.claims) {
      if (!judged.claim.headline || judged.verdict != Verdict::contradicted) continue;
      const auto cause = experiment.causes.find(judged.claim.id);
      table.rows.push_back({name(experiment), judged.claim.words(), judged.claim.paper_text(),
                            judged.measured_text(),
                            cause == experiment.causes.end() ? "-" : cause->second});
    }
  }
  return table;
}

}  // namespace heddle::study
