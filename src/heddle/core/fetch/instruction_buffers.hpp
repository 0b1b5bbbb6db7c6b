// The instruction buffers of an SM's entities if buffers are refilled ahead: how many instructions
// each entity has, how many are on their way, and whether the buffer needs more. Some instructions
// end the fetch, because the entity may continue at another address or much later. Fetching resumes
// when the entity resumes.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::core {

class InstructionBuffers {
 public:
  InstructionBuffers(unsigned entities, std::uint32_t entries)
      : entries_(entries), buffers_(entities) {}

  bool has_instruction(unsigned entity) const { return buffers_[entity].held != 0; }
  /// Instructions of the entity that are in the buffer or on their way.
  unsigned fetched(unsigned entity) const {
    return buffers_[entity].held + buffers_[entity].coming;
  }
  /// Entities that may fetch and whose buffer has room.
  const model::EntityMask& wanting() const { return wanting_; }
  /// The first cycle in which the entity's next instruction may issue.
  Cycle issues_from(unsigned entity) const { return buffers_[entity].issues_from; }
  void set_issues_from(unsigned entity, Cycle when) { buffers_[entity].issues_from = when; }
  /// A number that changes each time the buffer is emptied. An instruction that was fetched under
  /// another number is dropped when it arrives.
  std::uint32_t filling(unsigned entity) const { return buffers_[entity].filling; }

  /// Drops all instructions of the entity and ends its fetching.
  void empty(unsigned entity);
  /// Allows the entity to fetch from now on.
  void begin(unsigned entity);
  /// Notes that the entity has issued an instruction. Empties the buffer unless the next
  /// instruction `follows` the issued one.
  void issued(unsigned entity, bool follows);
  /// Notes that an instruction is on its way. `is_last`: no further instruction is fetched before
  /// this one has issued. `is_late`: this one comes from the L2, and no further instruction is
  /// fetched before `found` is called.
  void fetch(unsigned entity, bool is_last, bool is_late);
  /// Notes that the line with the late instruction has arrived.
  void found(unsigned entity);
  /// Notes that the oldest instruction on its way has arrived.
  void arrived(unsigned entity);

 private:
  struct Buffer {
    Cycle issues_from = 0;
    std::uint32_t filling = 0;
    std::uint8_t held = 0, coming = 0;
    bool fetches = false;
    bool ends = false;  ///< the last instruction fetched ends the fetch until begin()
    bool late = false;
  };
  void note(unsigned entity) {
    const Buffer& buffer = buffers_[entity];
    wanting_.assign(entity, buffer.fetches && !buffer.ends && !buffer.late &&
                                buffer.held + buffer.coming < static_cast<int>(entries_));
  }

  std::uint32_t entries_;
  std::vector<Buffer> buffers_;  ///< by entity
  model::EntityMask wanting_;
};

}  // namespace heddle::core
