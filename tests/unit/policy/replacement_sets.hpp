// Sets of lines whose replacement is a policy's: no addresses hashed, nothing on its way.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"
#include "parameter_setter.hpp"

namespace heddle::test {

inline std::unique_ptr<policy::Replacement> replacement(const std::string& name,
                                                        const Values& values = {}) {
  auto made = policy::Registry<policy::Replacement>::instance().make(name);
  ValueSetter setter(values);
  made->describe(setter);
  return made;
}

class ReplacementSets {
 public:
  ReplacementSets(const std::string& name, const policy::Replacement::Cache& cache,
                  const Values& values = {})
      : policy_(replacement(name, values)),
        lines_(cache.sets, std::vector<std::optional<unsigned>>(cache.ways)),
        all_(cache.ways) {
    policy_->begin(cache);
    std::iota(all_.begin(), all_.end(), 0u);
  }

  /// An access to a line of the set. True: a hit. `needed_at`: for belady.
  bool access(unsigned line, unsigned set = 0,
              std::uint64_t needed_at = policy::Replacement::kNeverNeeded) {
    auto& lines = lines_[set];
    std::uint32_t way = 0;
    while (way < lines.size() && lines[way] != line) ++way;
    const bool hit = way < lines.size();
    went_.reset();
    if (hit) {
      policy_->hit(set, way);
    } else {
      way = place_in(set);
      went_ = lines[way];
      lines[way] = line;
      policy_->filled(set, way);
    }
    if (policy_->needs_future()) policy_->needed_at(set, way, needed_at);
    return hit;
  }
  /// What the last access has displaced.
  std::optional<unsigned> went() const { return went_; }
  /// The line goes without another.
  void remove(unsigned line, unsigned set = 0) {
    for (std::uint32_t way = 0; way < lines_[set].size(); ++way) {
      if (lines_[set][way] != line) continue;
      lines_[set][way].reset();
      policy_->emptied(set, way);
    }
  }
  /// Which line of these ways would go.
  std::optional<unsigned> victim(const std::vector<std::uint32_t>& ways, unsigned set = 0) const {
    return lines_[set][policy_->victim(set, ways)];
  }

 private:
  std::uint32_t place_in(unsigned set) const {
    for (std::uint32_t way = 0; way < all_.size(); ++way)
      if (!lines_[set][way]) return way;
    return policy_->victim(set, all_);
  }

  std::unique_ptr<policy::Replacement> policy_;
  std::vector<std::vector<std::optional<unsigned>>> lines_;
  std::vector<std::uint32_t> all_;
  std::optional<unsigned> went_;
};

/// Which lines the accesses displace, one after the other.
inline std::vector<unsigned> displaced(ReplacementSets& sets, const std::vector<unsigned>& accesses,
                                       unsigned set = 0) {
  std::vector<unsigned> gone;
  for (const unsigned line : accesses) {
    sets.access(line, set);
    if (sets.went()) gone.push_back(*sets.went());
  }
  return gone;
}

/// How many of the accesses miss in one set of so many ways.
inline unsigned misses(const std::string& name, std::uint32_t ways,
                       const std::vector<unsigned>& accesses, const Values& values = {}) {
  ReplacementSets sets(name, {.ways = ways}, values);
  unsigned count = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    std::uint64_t next = i + 1;
    while (next < accesses.size() && accesses[next] != accesses[i]) ++next;
    if (next == accesses.size()) next = policy::Replacement::kNeverNeeded;
    count += sets.access(accesses[i], 0, next) ? 0 : 1;
  }
  return count;
}

}  // namespace heddle::test
