// The memory instructions of an SM that have something outstanding: who takes part in each, which
// answers are still to come, and which instructions have all of theirs. An access keeps its place
// until the queue and all members have released it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/core/load_store/access.hpp"
#include "heddle/core/load_store/answer_queue.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

/// A memory instruction with nothing outstanding.
struct FinishedAccess {
  std::uint32_t id = 0;     ///< valid until release
  std::uint16_t owner = 0;  ///< entity
  Pc pc = 0;
  exec::AccessKind kind = exec::AccessKind::none;
  Level level = Level::shared;  ///< what answered it
  Cycle issued_at = 0;
};

class AccessTable {
 public:
  /// The id of an access without members and transactions, which the queue holds. The caller sets
  /// what of the access the parameters do not say.
  std::uint32_t open(exec::AccessKind kind, std::uint8_t kernel);
  Access& operator[](std::uint32_t id) { return *accesses_[id]; }
  const Access& operator[](std::uint32_t id) const { return *accesses_[id]; }
  /// Operands of an access that was opened as an atomic or a reduction.
  exec::AtomicRequest& atomic(std::uint32_t id) { return *atomics_[id]; }
  const exec::AtomicRequest& atomic(std::uint32_t id) const { return *atomics_[id]; }

  void join(std::uint32_t id, const AccessMember& member) {
    (*this)[id].add(member);
    ++in_flight_;
  }
  /// The transactions and banks of the access are known: its members wait for theirs.
  void expect_answers(std::uint32_t id);
  /// The access gets one more holder.
  void hold(std::uint32_t id) { ++(*this)[id].holders; }
  /// One of the holders needs the access no longer.
  void release(std::uint32_t id) {
    if (--(*this)[id].holders == 0) free_.push_back(id);
  }

  /// The SM itself answers at `when`: shared memory, or a cache that has the line.
  void schedule_answer(Cycle when, std::uint32_t origin) { answers_.schedule(when, origin); }
  Cycle next_answer() const { return answers_.next(); }
  /// Takes the scheduled answers of `now`.
  void deliver(Cycle now) {
    answers_.deliver(now, [this](std::uint32_t origin) { answer(origin, Level::shared); });
  }
  /// `level` has answered the request of `origin`.
  void answer(std::uint32_t origin, Level level);

  /// Instructions with all answers, which the caller clears and whose ids it releases.
  std::vector<FinishedAccess>& finished() { return finished_; }
  /// Instructions that wait for answers.
  std::uint32_t in_flight() const { return in_flight_; }

 private:
  std::vector<std::unique_ptr<Access>> accesses_;
  std::vector<std::unique_ptr<exec::AtomicRequest>> atomics_;  ///< by id, made when first needed
  std::vector<std::uint32_t> free_;
  AnswerQueue answers_;
  std::vector<FinishedAccess> finished_;
  std::uint32_t in_flight_ = 0;
};

}  // namespace heddle::core
