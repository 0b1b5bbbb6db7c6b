#include "study/records/record_table.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "study/catalogue/catalogue.hpp"

namespace heddle::study {
namespace {

RecordTable& table_of(std::vector<RecordTable>& all, const Record& record) {
  const auto found = std::ranges::find_if(all, [&](const RecordTable& table) {
    return table.size == record.size && table.options == record.options &&
           table.judged.variant == record.variant;
  });
  if (found != all.end()) return *found;
  return all.emplace_back(record.size, record.options, JudgedVariant{record.variant, {}});
}

/// Puts all claims of the study into a table, in the order of claims.csv.
void complete(const Experiment& experiment, std::vector<JudgedClaim>& claims) {
  std::map<std::string, JudgedClaim> known;
  for (JudgedClaim& judged : claims) known.emplace(judged.claim.id, std::move(judged));
  claims.clear();
  for (const Claim& claim : experiment.claims) {
    const auto found = known.find(claim.id);
    if (found != known.end()) {
      claims.push_back(std::move(found->second));
    } else {
      claims.emplace_back().claim = claim;  // the claim has the verdict `missing`
    }
  }
}

void count_part(RecordTable& table, const MeasuredBy& by) {
  const auto found = std::ranges::find(table.parts, by, &MeasuredPart::by);
  ++(found == table.parts.end() ? table.parts.emplace_back(by) : *found).claims;
}

}  // namespace

std::string RecordTable::command(const Experiment& experiment) const {
  return fmt::format("heddle reproduce {} --size {}{}{}", experiment.name, size,
                     options.empty() ? "" : " ", options);
}

std::string RecordTable::stamp() const {
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

std::vector<RecordTable> record_tables(const Experiment& experiment) {
  std::vector<RecordTable> all;
  for (const Record& record : read_records(experiment)) {
    RecordTable& table = table_of(all, record);
    table.judged.claims.push_back(record.judged);
    count_part(table, record.by);
  }
  std::ranges::stable_sort(all, {}, [](const RecordTable& table) {
    return std::tuple(table.options, kSizes.end() - std::ranges::find(kSizes, table.size));
  });
  std::string size;
  for (RecordTable& table : all) {
    std::ranges::stable_sort(table.parts, std::greater<>(), &MeasuredPart::claims);
    if (!table.options.empty() || table.size == size) continue;
    complete(experiment, table.judged.claims);
    size = table.size;
  }
  return all;
}

const RecordTable* decisive(const Experiment& experiment, const std::vector<RecordTable>& all) {
  if (all.empty() || !all.front().options.empty()) return nullptr;
  const RecordTable& first = all.front();
  const std::string& registers = first.judged.variant.registers;
  const RecordTable* const other = other_registers(first, all);
  if (other != nullptr && !experiment.deciding) {
    fail(
        "{}: the verdicts of size {} are of own and of published registers; say which decide: "
        "[deciding] with registers = \"{}\" and the reason",
        (experiment.folder / "experiment.toml").string(), first.size, registers);
  }
  if (experiment.deciding && experiment.deciding->registers != registers) {
    fail("{}: [deciding] has registers \"{}\", but the table with all claims is of \"{}\"",
         (experiment.folder / "experiment.toml").string(), experiment.deciding->registers,
         registers);
  }
  return &first;
}

const RecordTable* other_registers(const RecordTable& deciding,
                                   const std::vector<RecordTable>& all) {
  const auto found = std::ranges::find_if(all, [&](const RecordTable& table) {
    return table.options.empty() && table.size == deciding.size &&
           table.judged.variant.registers != deciding.judged.variant.registers;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace heddle::study
