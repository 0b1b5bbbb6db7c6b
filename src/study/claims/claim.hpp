// A claim: a value, bound or order that a study says it measured, with the place in the study.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// The kind of a claim. The kind decides how the claim is judged.
enum class ClaimKind : std::uint8_t {
  ratio,  ///< the value of one system divided by the value of another system; 1 means no effect
  share,  ///< the share of another system's performance that is reached; 1: all of it
  /// A cost of the system divided by the baseline's cost: what is left of it. The effect is the
  /// saving; 1 (100 %) or more: no saving.
  part,
  value,  ///< any other number: a count, cycles, a part of a whole, a gain in percent
  bound,  ///< a bound on the measured value
  order,  ///< an order of systems or numbers, or a statement in words
  /// A value that was measured on a chip. It is judged by the relative error of the simulation.
  measurement,
};
inline constexpr std::array<std::string_view, 7> kClaimKinds = {
    "ratio", "share", "part", "value", "bound", "order", "measurement"};

enum class Comparison : std::uint8_t { equals, at_most, at_least, ordering };
inline constexpr std::array<std::string_view, 4> kComparisons = {"=", "<=", ">=", "ordering"};

struct Claim {
  std::string id;
  bool headline = false;         ///< whether the claim is one of the study's main claims
  std::string system, baseline;  ///< the measured system, and the system it is compared with
  std::string metric, scope;
  /// The value as the study writes it. For ClaimKind::order: the order, or the statement in words.
  std::string text;
  std::optional<double> value;  ///< none for an order
  std::string unit;             ///< "x" for a bound means a bound on a ratio
  ClaimKind kind = ClaimKind::ratio;
  /// `at_most` or `at_least` for a bound, `ordering` for an order, else `equals`.
  Comparison comparison = Comparison::equals;
  std::string where;  ///< section, figure or table of the study
  /// For a measurement: the values that other simulators have for it. Key: name of the simulator.
  std::map<std::string, double> others = {};

  /// The claim in words, as in "ccws over gto: IPC ratio, HCS".
  std::string words() const;
  /// The value that means no effect: 1 for ratios, shares and bounds on ratios; the whole, 1 or
  /// 100 %, for parts; else 0. An effect is the difference from this value.
  double no_effect() const;
  /// The study's value, as in "1.12 x", ">= 3 x" or "pro < gto".
  std::string paper_text() const;
};

/// Reads a number of a CSV file; none if the text is no finite number.
std::optional<double> claim_number(const std::string& text);

/// Reads a file claims.csv. Throws Error with the file and the line of a mistake.
std::vector<Claim> read_claims(const std::filesystem::path& file);

}  // namespace heddle::study
