#include "study/verdicts/judged_claim.hpp"

#include <cmath>

#include <fmt/core.h>

namespace heddle::study {
namespace {

/// The value with four significant digits; whole numbers with all digits.
std::string short_number(double value) {
  if (value == std::round(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

}  // namespace

std::string JudgedClaim::measured_text() const {
  if (verdict == Verdict::not_measurable) return "-";
  if (claim.kind == ClaimKind::order) return measured.text.empty() ? "-" : measured.text;
  return measured.value ? short_number(*measured.value) : "-";
}

std::string JudgedClaim::effect_text() const {
  const std::optional<double> ratio = effect_ratio(claim, measured);
  if (!ratio || !is_measured(verdict)) return "-";
  std::string text = fmt::format("{:.2f}", *ratio);
  if (verdict != Verdict::same_sign) return text;
  if (*ratio < 0.1) text += ", under a tenth";
  if (*ratio > 3) text += ", over three times";
  return text;
}

std::string JudgedClaim::runs_text() const {
  const bool has_value = measured.value || measured.holds;
  return has_value && runs_ok < runs ? fmt::format("{} of {}", runs_ok, runs) : "";
}

std::string JudgedClaim::verdict_text() const {
  std::string text(name_of(verdict));
  if (!reason.empty()) text += ": " + reason;
  const std::string part = runs_text();
  if (!part.empty()) text += fmt::format(" (from {} runs)", part);
  return text;
}

JudgedClaim judge(const Experiment& experiment, const Claim& claim, const Measured& measured) {
  JudgedClaim judged;
  judged.claim = claim;
  if (const std::string* reason = experiment.reason(claim)) {
    judged.verdict = Verdict::not_measurable;
    judged.reason = *reason;
    return judged;
  }
  judged.measured = measured;
  if (claim.kind == ClaimKind::order) judged.measured.value.reset();
  judged.verdict = judge_claim(claim, judged.measured);
  const std::string* const source = experiment.given(claim);
  if (source != nullptr && judged.verdict != Verdict::missing) {
    judged.verdict = Verdict::given;
    judged.reason = *source;
  }
  return judged;
}

}  // namespace heddle::study
