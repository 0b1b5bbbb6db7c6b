// Memory that graphs allocate. The memory is allocated, and its address is fixed, when the
// allocating node is made. The memory is in use from the run of this node until a free. The free
// may be in the same graph, in another graph or outside graphs. The device gets the memory back
// when it is not in use and no node or executable graph refers to it.
#pragma once

#include <algorithm>
#include <map>
#include <memory>

#include "cudart/memory/memory.hpp"

namespace heddle::cudart {

class GraphMemory {
 public:
  struct Block {
    Block(Memory& of, std::uint64_t size)
        : memory(of), address(of.allocate_device(size)), bytes(size) {}
    ~Block() { memory.free_device(address); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    Memory& memory;
    Addr address;
    std::uint64_t bytes;
  };
  /// A number of bytes, in use or reserved for graphs: the present number and the greatest so far.
  struct Size {
    std::uint64_t current = 0, high = 0;
    void set(std::uint64_t bytes) { high = std::max(high, current = bytes); }
  };

  explicit GraphMemory(Memory& memory) : memory_(memory) {}

  std::shared_ptr<Block> reserve(std::uint64_t bytes) {
    auto block = std::make_shared<Block>(memory_, bytes);
    blocks_[block->address] = block;
    reserved();
    return block;
  }
  /// The block that begins at the address; null if there is none.
  std::shared_ptr<Block> find(Addr address) const {
    const auto entry = blocks_.find(address);
    return entry == blocks_.end() ? nullptr : entry->second.lock();
  }
  void begin_use(const std::shared_ptr<Block>& block) {
    used_[block->address] = block;
    used();
  }
  /// Returns false if the memory is not in use.
  bool end_use(Addr address) { return used_.erase(address) != 0; }
  void end_all_uses() { used_.clear(); }

  Size& used() {
    std::uint64_t bytes = 0;
    for (const auto& [address, block] : used_) bytes += block->bytes;
    used_bytes_.set(bytes);
    return used_bytes_;
  }
  Size& reserved() {
    std::uint64_t bytes = 0;
    std::erase_if(blocks_, [](const auto& entry) { return entry.second.expired(); });
    for (const auto& [address, block] : blocks_) bytes += block.lock()->bytes;
    reserved_bytes_.set(bytes);
    return reserved_bytes_;
  }

 private:
  Memory& memory_;
  std::map<Addr, std::weak_ptr<Block>> blocks_;
  std::map<Addr, std::shared_ptr<Block>> used_;
  Size used_bytes_, reserved_bytes_;
};

}  // namespace heddle::cudart
