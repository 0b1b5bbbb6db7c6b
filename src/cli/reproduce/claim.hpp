// What a study says it measured: a number, a bound or an order, with the place where it says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

enum class Comparison : std::uint8_t { equals, at_most, at_least, ordering };

struct Claim {
  std::string id;
  bool headline = false;         ///< one of those that the reproduction is judged by first
  std::string system, baseline;  ///< what was measured, and over what
  std::string metric, scope;
  std::string text;             ///< the value as the study has it; of an ordering, the order
  std::optional<double> value;  ///< of all but orderings
  std::string unit;             ///< "x" is a ratio: 1 means no effect
  Comparison comparison = Comparison::equals;
  std::string where;  ///< section, figure or table

  /// "ccws over gto: IPC ratio, HCS".
  std::string words() const;
  /// "1.12 x", ">= 3 x", "pro < gto".
  std::string paper_text() const;
};

/// A value as the CSV files write it; none if the text is no number.
std::optional<double> claim_number(const std::string& text);

/// The rows of a claims.csv. Throws SourceError.
std::vector<Claim> read_claims(const std::filesystem::path& file);

}  // namespace heddle::cli
