// The counts of a probe for a grid. Each probe has its own struct of counts. The code that adds,
// subtracts and prints counts works without knowledge of these structs.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::probe {

/// The counts of one probe, in a struct of any type `Struct`. `Struct` must derive from
/// heddle::Counts and have describe().
class ProbeCounts {
 public:
  /// The empty counts of a probe or unit that counts nothing.
  ProbeCounts() = default;
  /// The statistics are named "group.name". `group` must be a string literal.
  template <typename Struct>
  ProbeCounts(std::string_view group, const Struct& counts)
      : held_(std::make_unique<Held<Struct>>(group, counts)) {}
  ProbeCounts(const ProbeCounts& other) : held_(other.held_ ? other.held_->copy() : nullptr) {}
  ProbeCounts(ProbeCounts&&) noexcept = default;
  ProbeCounts& operator=(const ProbeCounts& other) {
    held_ = other.held_ ? other.held_->copy() : nullptr;
    return *this;
  }
  ProbeCounts& operator=(ProbeCounts&&) noexcept = default;
  ~ProbeCounts() = default;

  bool is_empty() const { return held_ == nullptr; }

  // Adds the counts. Both operands must come from the same probe.
  ProbeCounts& operator+=(const ProbeCounts& other) {
    if (held_ == nullptr) return *this = other;
    if (other.held_ != nullptr) held_->add(*other.held_);
    return *this;
  }
  ProbeCounts& operator-=(const ProbeCounts& other) {
    if (other.held_ != nullptr) held_->subtract(*other.held_);
    return *this;
  }
  void describe(StatisticVisitor& visit) const {
    if (held_ != nullptr) held_->describe(visit);
  }
  /// Returns the counts as a `Struct`, or null if they have another type.
  template <typename Struct>
  const Struct* find() const {
    const auto* const held = dynamic_cast<const Held<Struct>*>(held_.get());
    return held == nullptr ? nullptr : &held->counts;
  }

 private:
  class Any {
   public:
    virtual ~Any() = default;
    virtual std::unique_ptr<Any> copy() const = 0;
    virtual void add(const Any& other) = 0;
    virtual void subtract(const Any& other) = 0;
    virtual void describe(StatisticVisitor& visit) const = 0;
  };

  template <typename Struct>
  class Held final : public Any {
   public:
    Held(std::string_view name, const Struct& of) : counts(of), group_(name) {}
    std::unique_ptr<Any> copy() const override { return std::make_unique<Held>(group_, counts); }
    void add(const Any& other) override { counts += static_cast<const Held&>(other).counts; }
    void subtract(const Any& other) override { counts -= static_cast<const Held&>(other).counts; }
    void describe(StatisticVisitor& visit) const override { visit.group(group_, counts); }

    Struct counts;

   private:
    std::string_view group_;
  };

  std::unique_ptr<Any> held_;  ///< null: nothing is counted
};

/// The counts of all probes of a GPU, in the order of attachment.
class CountsList {
 public:
  void add(ProbeCounts counts) { all_.push_back(std::move(counts)); }
  /// Returns the first counts of type `Struct`, or null if no probe has such counts.
  template <typename Struct>
  const Struct* find() const {
    for (const ProbeCounts& counts : all_) {
      if (const Struct* const found = counts.find<Struct>()) return found;
    }
    return nullptr;
  }
  /// Adds the counts of each probe. Counts of a probe that the other list does not have stay
  /// unchanged.
  CountsList& operator+=(const CountsList& other) {
    if (all_.size() < other.all_.size()) all_.resize(other.all_.size());
    for (std::size_t i = 0; i < other.all_.size(); ++i) all_[i] += other.all_[i];
    return *this;
  }
  CountsList& operator-=(const CountsList& other) {
    for (std::size_t i = 0; i < other.all_.size(); ++i) all_[i] -= other.all_[i];
    return *this;
  }
  void describe(StatisticVisitor& visit) const {
    for (const ProbeCounts& counts : all_) counts.describe(visit);
  }

 private:
  std::vector<ProbeCounts> all_;
};

}  // namespace heddle::probe
