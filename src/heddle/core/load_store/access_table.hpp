// The memory instructions of an SM that wait for answers. The table has the members of each access,
// the number of missing answers, and a list of the instructions that have all their answers. An
// access keeps its entry until the queue and all members have released it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/core/load_store/access.hpp"
#include "heddle/core/load_store/answer_queue.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

inline constexpr std::uint32_t kNoEntry = ~std::uint32_t{0};

/// A memory instruction that has all its answers.
struct FinishedAccess {
  /// Access id, valid until release(); kNoEntry: the access has no entry in the table.
  std::uint32_t id = 0;
  std::uint16_t owner = 0;  ///< number of the entity that issued the instruction
  Pc pc = 0;
  exec::AccessKind kind = exec::AccessKind::none;
  Level level = Level::shared;  ///< the farthest level that answered
  Cycle issued_at = 0;
};

class AccessTable {
 public:
  /// Returns the id of a new access without members and transactions. The queue is its first
  /// holder. The caller sets all other fields. Throws Error if there are Origin::kNumbers accesses.
  std::uint32_t open(exec::AccessKind kind, std::uint8_t kernel);
  Access& operator[](std::uint32_t id) { return *accesses_[id]; }
  const Access& operator[](std::uint32_t id) const { return *accesses_[id]; }
  /// The operands of an access that was opened as an atomic or a reduction.
  exec::AtomicRequest& atomic(std::uint32_t id) { return *atomics_[id]; }
  const exec::AtomicRequest& atomic(std::uint32_t id) const { return *atomics_[id]; }

  void join(std::uint32_t id, const AccessMember& member) {
    (*this)[id].add(member);
    ++in_flight_;
  }
  /// Makes each member of the access wait for its own answers, now that the transactions and bank
  /// cycles are known.
  void expect_answers(std::uint32_t id);
  /// Adds a holder to the access.
  void hold(std::uint32_t id) { ++(*this)[id].holders; }
  /// Removes a holder. Frees the entry after the last one.
  void release(std::uint32_t id) {
    if (--(*this)[id].holders == 0) free_.push_back(id);
  }

  /// Schedules an answer that the SM itself gives at `when`: from shared memory, or from a cache
  /// that has the line.
  void schedule_answer(Cycle when, Origin origin) { answers_.schedule(when, origin); }
  /// Schedules the only answer of an access that needs no entry. Returns its number.
  std::uint32_t schedule_whole(Cycle when, const FinishedAccess& access);
  const FinishedAccess& whole(std::uint32_t number) const { return whole_[number]; }
  /// Takes back an answer of schedule_whole() that has not been delivered.
  void cancel_whole(std::uint32_t number);
  Cycle next_answer() const { return answers_.next(); }
  /// Handles the scheduled answers up to `now`.
  void deliver(Cycle now) {
    answers_.deliver(now, [this](Origin origin) {
      origin.transaction() == Origin::kWhole ? answer_whole(origin.number())
                                             : answer(origin, Level::shared);
    });
  }
  /// Notes that `level` has answered the request of `origin`, a transaction.
  void answer(Origin origin, Level level);

  /// Instructions that have all their answers. The caller clears the list and releases the ids.
  std::vector<FinishedAccess>& finished() { return finished_; }
  /// Number of instructions that wait for answers.
  std::uint32_t in_flight() const { return in_flight_; }

 private:
  void answer_whole(std::uint32_t number) {
    finished_.push_back(whole_[number]);
    free_whole_.push_back(number);
    --in_flight_;
  }

  std::vector<std::unique_ptr<Access>> accesses_;
  /// By id, allocated at the first use.
  std::vector<std::unique_ptr<exec::AtomicRequest>> atomics_;
  std::vector<std::uint32_t> free_;
  std::vector<FinishedAccess> whole_;  ///< accesses without an entry, by number
  std::vector<std::uint32_t> free_whole_;
  AnswerQueue answers_;
  std::vector<FinishedAccess> finished_;
  std::uint32_t in_flight_ = 0;
};

}  // namespace heddle::core
