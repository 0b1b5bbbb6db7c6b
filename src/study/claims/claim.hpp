// What a study says it measured: a ratio, a share, a value, a bound or an order, with the place
// where it says so.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// What a claim states, which decides how it is judged.
enum class ClaimKind : std::uint8_t {
  ratio,  ///< of a system over another: 1 is no effect
  share,  ///< of another system's performance: 1 is all of it
  part,   ///< what of the baseline is left: the part is judged, and all or more of it is no effect
  value,  ///< anything else that has a number: a count, cycles, a part of a whole, a gain in
          ///< percent
  bound,  ///< a number that holds or exceeds what was measured
  order,  ///< systems or numbers one after another, or what holds in words
};
inline constexpr std::array<std::string_view, 6> kClaimKinds = {"ratio", "share", "part",
                                                                "value", "bound", "order"};

enum class Comparison : std::uint8_t { equals, at_most, at_least, ordering };
inline constexpr std::array<std::string_view, 4> kComparisons = {"=", "<=", ">=", "ordering"};

struct Claim {
  std::string id;
  bool headline = false;         ///< one of those that the reproduction is judged by first
  std::string system, baseline;  ///< what was measured, and over what
  std::string metric, scope;
  std::string text;             ///< the value as the study has it; of an ordering, the order
  std::optional<double> value;  ///< of all but orderings
  std::string unit;             ///< of a bound "x" says that it is of a ratio
  ClaimKind kind = ClaimKind::ratio;
  Comparison comparison = Comparison::equals;  ///< bounds are <= or >=; orders are orderings
  std::string where;                           ///< section, figure or table

  /// "ccws over gto: IPC ratio, HCS".
  std::string words() const;
  /// Effects are what values differ from it: 1 of ratios and shares, else 0.
  double no_effect() const;
  /// "1.12 x", ">= 3 x", "pro < gto".
  std::string paper_text() const;
};

/// A value as the CSV files write it; none if the text is no number.
std::optional<double> claim_number(const std::string& text);

/// The rows of a claims.csv. Throws SourceError.
std::vector<Claim> read_claims(const std::filesystem::path& file);

}  // namespace heddle::study
