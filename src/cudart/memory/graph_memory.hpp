// Memory that graphs allocate. Its address is fixed, and the memory taken, when the node is made;
// it is in use from the run of an allocating node to its free, in that graph, another one or
// outside. It goes back when nothing that could use it is left: no node, no executable, no use.
#pragma once

#include <map>
#include <memory>

#include "cudart/memory/memory.hpp"

namespace heddle::cudart {

class GraphMemory {
 public:
  struct Block {
    Block(Memory& of, Addr at) : memory(of), address(at) {}
    ~Block() { memory.free_device(address); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    Memory& memory;
    Addr address;
  };

  explicit GraphMemory(Memory& memory) : memory_(memory) {}

  std::shared_ptr<Block> reserve(std::uint64_t bytes) {
    auto block = std::make_shared<Block>(memory_, memory_.allocate_device(bytes));
    blocks_[block->address] = block;
    return block;
  }
  /// The block that begins there; null: there is none.
  std::shared_ptr<Block> find(Addr address) const {
    const auto entry = blocks_.find(address);
    return entry == blocks_.end() ? nullptr : entry->second.lock();
  }
  void begin_use(const std::shared_ptr<Block>& block) { used_[block->address] = block; }
  /// False: it is not in use.
  bool end_use(Addr address) { return used_.erase(address) != 0; }
  void end_all_uses() { used_.clear(); }

 private:
  Memory& memory_;
  std::map<Addr, std::weak_ptr<Block>> blocks_;
  std::map<Addr, std::shared_ptr<Block>> used_;
};

}  // namespace heddle::cudart
