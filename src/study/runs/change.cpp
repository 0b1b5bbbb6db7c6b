#include "study/runs/change.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace heddle::study {
namespace {

std::string_view judgement(double difference, Better better) {
  if (better == Better::neither) return "";
  return (difference > 0) == (better == Better::more) ? " better" : " worse";
}

/// "+12.5"; "0.0" without a sign if the value rounds to zero.
std::string signed_text(double value) {
  return std::abs(value) < 0.05 ? "0.0" : fmt::format("{:+.1f}", value);
}

std::string speed_text(double baseline, double value) {
  const double ratio = std::max(baseline, value) / std::min(baseline, value);
  if (ratio < 1.005) return "1.00x";
  return fmt::format("{:.2f}x {}", ratio, value < baseline ? "faster" : "slower");
}

}  // namespace

std::string change_text(double baseline, double value, ChangeForm form, Better better) {
  if (baseline == value) return "same";
  const bool has_ratio = baseline != 0 && (form != ChangeForm::speed || value != 0);
  if (form != ChangeForm::points && !has_ratio) return "";
  if (form == ChangeForm::speed) return speed_text(baseline, value);
  const double points =
      form == ChangeForm::points ? value - baseline : 100 * (value - baseline) / baseline;
  const std::string text = signed_text(points);
  return fmt::format("{}{}{}", text, form == ChangeForm::points ? " pp" : "%",
                     text == "0.0" ? "" : judgement(points, better));
}

}  // namespace heddle::study
