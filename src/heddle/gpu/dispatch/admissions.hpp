// The residency policy's last answer for each SM: how many warps of a new block of a grid may start
// there. All new blocks of a grid demand the same, so an answer holds until the SM's ledger or the
// policy changes.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::gpu {

class Admissions {
 public:
  /// Everything that an answer for one SM depends on.
  struct Question {
    static constexpr std::uint64_t kNoGrid = ~std::uint64_t{0};

    std::uint64_t grid = kNoGrid;
    std::uint64_t ledger = 0;  ///< Ledger::changes()
    std::uint64_t policy = 0;  ///< DispatchBoundary::changes()
    std::uint8_t slot = 0;     ///< the grid's kernel slot

    bool operator==(const Question&) const = default;
  };

  explicit Admissions(std::size_t sms) : last_(sms) {}

  /// Returns the answer for the SM. Calls ask() if the question is not the last one.
  template <typename Ask>
  std::uint32_t of(std::uint32_t sm, const Question& question, Ask&& ask) {
    Last& last = last_[sm];
    if (last.question != question) last = {question, ask()};
    return last.warps;
  }

 private:
  struct Last {
    Question question;
    std::uint32_t warps = 0;
  };
  std::vector<Last> last_;  ///< by SM
};

}  // namespace heddle::gpu
