// Classifies the hits of loads in one SM's L1 by the thread that referenced the data first: the
// same thread, another thread of the warp, or another warp (T. G. Rogers, "Locality and Scheduling
// in the Massively Multithreaded Era", dissertation, UBC, 2015, chapter 3). The first reference is
// the load that requested the data, or the store that wrote the data into the cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/line_map.hpp"
#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/model/listener.hpp"

namespace heddle::replay {

/// The class of a hit. `intra_thread`: a lane of the access is also a lane of the first reference.
/// An access to several sectors gets the last class, in this order, of any of its sectors.
enum class Reuse : std::uint8_t { intra_thread, inter_thread, inter_warp };
inline constexpr unsigned kReuses = 3;

struct ReuseCounts : Counts<ReuseCounts> {
  std::array<std::uint64_t, kReuses> hits{};
  std::array<std::uint64_t, kReuses> merges{};  ///< by Reuse: loads of data that an earlier access
                                                ///< was already loading

  void describe(StatisticVisitor& visit) const;
};

class HitClasses final : public model::Hears<model::WarpLaunched, model::L1Access, model::L1Filled,
                                             model::L1Evicted, model::L1Flushed> {
 public:
  explicit HitClasses(unsigned kernel_slots) : counts_(kernel_slots) {}

  void on(const model::WarpLaunched& event) override;
  void on(const model::L1Access& event) override;
  void on(const model::L1Filled& event) override;
  void on(const model::L1Evicted& event) override;
  void on(const model::L1Flushed& event) override;

  /// Returns the class of a hit or merge. Must be called before on() gets the event.
  Reuse reuse_of(const model::L1Access& event) const;
  const ReuseCounts& counts(unsigned kernel) const { return counts_[kernel]; }
  /// Returns the number of lines in the cache or being loaded into it.
  std::size_t lines() const { return lines_.size(); }

 private:
  static constexpr unsigned kSectors = 8;

  struct WarpName {
    std::uint64_t grid = 0, block = 0;
    std::uint32_t index = 0;

    friend bool operator==(const WarpName&, const WarpName&) = default;
  };
  struct FirstReference {
    WarpName warp;
    LaneMask lanes = 0;  ///< lanes of the first reference; 0: there was no reference
  };
  struct Line {
    std::array<FirstReference, kSectors> first;
    std::uint8_t pending = 0;  ///< mask of the sectors that are being loaded
  };

  std::vector<ReuseCounts> counts_;  ///< indexed by kernel slot
  std::vector<WarpName> warps_;      ///< indexed by entity
  LineMap<Line> lines_;
};

}  // namespace heddle::replay
