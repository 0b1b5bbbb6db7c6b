#include "study/verdicts/variant.hpp"

#include <algorithm>
#include <functional>

namespace heddle::study {

std::string Variant::text() const {
  if (registers == "own") return choice;
  return choice + (choice.empty() ? "" : ", ") + "registers as published";
}

std::vector<Variant> variants(Database& results) {
  std::vector<Variant> all;
  Statement query(results, R"(
SELECT c.registers, coalesce(v.choice, '') AS choice FROM cells c
LEFT JOIN choices v ON v.run = c.run AND v.axis = 'variant'
GROUP BY 1, 2 ORDER BY min(c.run))");
  while (query.next()) all.push_back({query.text(0), query.text(1)});
  const auto is_chosen = [](const Variant& variant) { return !variant.choice.empty(); };
  if (std::ranges::any_of(all, is_chosen)) std::erase_if(all, std::not_fn(is_chosen));
  return all;
}

}  // namespace heddle::study
