#include "heddle/compile/code/write_index.hpp"

#include <numeric>

namespace heddle::compile {

WriteIndex::WriteIndex(const Routine& routine) {
  first_.assign(value_count(routine) + 1, 0);
  for (const isa::Instruction& instruction : routine.code) {
    for_each_write(routine, instruction, [&](ValueId value) { ++first_[value + 1]; });
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  writes_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    for_each_write(routine, routine.code[pc], [&](ValueId value) { writes_[next[value]++] = pc; });
  }
}

}  // namespace heddle::compile
