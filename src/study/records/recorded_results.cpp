#include "study/records/recorded_results.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "study/catalogue/catalogue.hpp"

namespace heddle::study {
namespace {

RecordedResults& table_of(std::vector<RecordedResults>& all, const RecordedVerdict& verdict) {
  const auto found = std::ranges::find_if(all, [&](const RecordedResults& results) {
    return results.size == verdict.size && results.options == verdict.options &&
           results.results.variant == verdict.variant;
  });
  if (found != all.end()) return *found;
  return all.emplace_back(verdict.size, verdict.options, VariantResults{verdict.variant, {}});
}

/// Gives a table each claim of the study, in their order.
void complete(const Experiment& experiment, std::vector<ClaimResult>& results) {
  std::map<std::string, ClaimResult> known;
  for (ClaimResult& result : results) known.emplace(result.claim.id, std::move(result));
  results.clear();
  for (const Claim& claim : experiment.claims) {
    const auto found = known.find(claim.id);
    if (found != known.end()) {
      results.push_back(std::move(found->second));
    } else {
      results.emplace_back().claim = claim;  // missing
    }
  }
}

void count_part(RecordedResults& table, const MeasuredBy& by) {
  const auto found = std::ranges::find(table.parts, by, &MeasuredPart::by);
  ++(found == table.parts.end() ? table.parts.emplace_back(by) : *found).claims;
}

}  // namespace

std::string RecordedResults::command(const Experiment& experiment) const {
  return fmt::format("heddle reproduce {} --size {}{}{}", experiment.name, size,
                     options.empty() ? "" : " ", options);
}

std::string RecordedResults::stamp() const {
  std::string text;
  for (const MeasuredPart& part : parts) {
    text += text.empty() ? "heddle " : fmt::format("; {}: ", claim_count(part.claims));
    text += fmt::format("{}, {}", part.by.revision, part.by.date);
  }
  return text;
}

std::string claim_count(std::size_t claims) {
  return fmt::format("{} claim{}", claims, claims == 1 ? "" : "s");
}

std::vector<RecordedResults> recorded_results(const Experiment& experiment) {
  std::vector<RecordedResults> all;
  for (const RecordedVerdict& verdict : read_verdicts(experiment)) {
    RecordedResults& table = table_of(all, verdict);
    table.results.claims.push_back(verdict.result);
    count_part(table, verdict.by);
  }
  std::ranges::stable_sort(all, {}, [](const RecordedResults& table) {
    return std::tuple(table.options, kSizes.end() - std::ranges::find(kSizes, table.size));
  });
  std::string size;
  for (RecordedResults& table : all) {
    std::ranges::stable_sort(table.parts, std::greater<>(), &MeasuredPart::claims);
    if (!table.options.empty() || table.size == size) continue;
    complete(experiment, table.results.claims);
    size = table.size;
  }
  return all;
}

const RecordedResults* decisive(const std::vector<RecordedResults>& all) {
  return all.empty() || !all.front().options.empty() ? nullptr : &all.front();
}

}  // namespace heddle::study
