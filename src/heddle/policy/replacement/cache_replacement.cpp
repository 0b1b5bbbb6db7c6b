#include "heddle/policy/replacement/cache_replacement.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/base/splitmix.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

/// Computes a seed that differs from cache to cache and is the same in every run.
std::uint64_t seed_of(const CachePlace& place) {
  std::uint64_t seed = SplitMix(place.number)();
  seed = SplitMix(seed ^ (place.sm ? *place.sm + 1 : 0))();
  for (const char letter : place.unit) seed = SplitMix(seed ^ static_cast<unsigned char>(letter))();
  return seed;
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const PolicyInfo& info : Registry<Replacement>::instance().list())
    names.push_back(info.name);
  return names;
}

[[noreturn]] void refuse_name(const std::string& name) {
  const std::vector<std::string_view> all = names();
  fail("no replacement is called '{}'{}", name,
       which_exist(name, std::vector<std::string>(all.begin(), all.end())));
}

}  // namespace

CacheReplacement::CacheReplacement(std::unique_ptr<Replacement> policy, std::string name,
                                   std::uint32_t sets, std::uint32_t ways, const CachePlace& place)
    : policy_(std::move(policy)), name_{Replacement::kKind, std::move(name)}, place_(place) {
  try {
    ask(
        name_, [] { return Occasion{}; }, "begin()",
        [&] { policy_->begin({.sets = sets, .ways = ways, .seed = seed_of(place)}); });
  } catch (const PolicyError&) {
    throw;
  } catch (const Error& error) {
    const std::string of_unit = place.unit.empty() ? "" : std::string(place.unit) + ".";
    fail("{}replacement={}: {}", of_unit, name_.name, error.what());
  }
}

Occasion CacheReplacement::occasion() const {
  Occasion occasion{.sm = place_.sm, .unit = place_.unit};
  if (!place_.sm && !place_.unit.empty()) occasion.number = place_.number;
  return occasion;
}

void CacheReplacement::filled(std::uint32_t set, std::uint32_t way) {
  ask_it("filled()", [&] { policy_->filled(set, way); });
}

void CacheReplacement::hit(std::uint32_t set, std::uint32_t way) {
  ask_it("hit()", [&] { policy_->hit(set, way); });
}

void CacheReplacement::emptied(std::uint32_t set, std::uint32_t way) {
  ask_it("emptied()", [&] { policy_->emptied(set, way); });
}

void CacheReplacement::needed_at(std::uint32_t set, std::uint32_t way, std::uint64_t access) {
  ask_it("needed_at()", [&] { policy_->needed_at(set, way, access); });
}

std::uint32_t CacheReplacement::victim(std::uint32_t set,
                                       std::span<const std::uint32_t> ways) const {
  const std::uint32_t way = ask_it("victim()", [&] { return policy_->victim(set, ways); });
  if (!std::ranges::binary_search(ways, way)) {
    refuse_answer(name_, occasion(), fmt::format("victim(set {})", set), fmt::format("way {}", way),
                  fmt::format("a way whose line may go, {}",
                              in_words(std::vector<unsigned>(ways.begin(), ways.end()))));
  }
  return way;
}

std::unique_ptr<Replacement> Replacements::configured(const std::string& name) const {
  auto policy = Registry<Replacement>::instance().make(name);
  if (policy == nullptr) refuse_name(name);
  if (configure_) {
    configure_(fmt::format("{}.{}", Replacement::kKind, name),
               [&](ParameterVisitor& visit) { policy->describe(visit); });
  }
  return policy;
}

std::unique_ptr<CacheReplacement> Replacements::make(const std::string& name, std::uint32_t sets,
                                                     std::uint32_t ways,
                                                     const CachePlace& place) const {
  if (name == Replacement::kDefault) return nullptr;
  auto policy = configured(name);
  const PolicyName named{Replacement::kKind, name};
  const bool needs_future = ask(
      named, [] { return Occasion{}; }, "needs_future()", [&] { return policy->needs_future(); });
  if (needs_future) {
    fail(
        "{}.replacement={}: it has to know when lines are needed again, which only a replay does: "
        "take another (heddle list replacement); heddle replay --replacement {} says what it would "
        "have missed",
        place.unit, name, name);
  }
  return std::make_unique<CacheReplacement>(std::move(policy), name, sets, ways, place);
}

std::unique_ptr<CacheReplacement> Replacements::make_in_replay(const std::string& name,
                                                               std::uint32_t sets,
                                                               std::uint32_t ways,
                                                               std::uint32_t sm) const {
  if (name == Replacement::kDefault) return nullptr;
  return std::make_unique<CacheReplacement>(configured(name), name, sets, ways,
                                            CachePlace{.sm = sm});
}

void describe_replacement(ParameterVisitor& visit, std::string& name, std::string_view doc) {
  const std::vector<std::string_view> all = names();
  const auto found = std::ranges::find(all, name);
  if (found == all.end()) refuse_name(name);
  ChoiceReference reference{all, static_cast<std::uint32_t>(found - all.begin())};
  visit.choice("replacement", reference, {.doc = doc});
  name = all[reference.value];
}

}  // namespace heddle::policy
