#include "heddle/core/fetch/instruction_buffers.hpp"

namespace heddle::core {

void InstructionBuffers::empty(unsigned entity) {
  Buffer& buffer = buffers_[entity];
  ++buffer.filling;
  buffer.held = buffer.coming = 0;
  buffer.fetches = buffer.ends = buffer.late = false;
  note(entity);
}

void InstructionBuffers::begin(unsigned entity) {
  buffers_[entity].fetches = true;
  note(entity);
}

void InstructionBuffers::issued(unsigned entity, bool follows) {
  if (!follows) return empty(entity);
  Buffer& buffer = buffers_[entity];
  --buffer.held;
  if (buffer.ends && buffer.held + buffer.coming == 0) buffer.ends = buffer.fetches = false;
  note(entity);
}

void InstructionBuffers::fetch(unsigned entity, bool is_last, bool is_late) {
  Buffer& buffer = buffers_[entity];
  ++buffer.coming;
  buffer.ends = is_last;
  buffer.late = is_late;
  note(entity);
}

void InstructionBuffers::found(unsigned entity) {
  buffers_[entity].late = false;
  note(entity);
}

void InstructionBuffers::arrived(unsigned entity) {
  Buffer& buffer = buffers_[entity];
  --buffer.coming;
  ++buffer.held;
}

}  // namespace heddle::core
