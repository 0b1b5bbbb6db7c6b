// A warp scheduler that crashes in ways that people's do.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "heddle/base/files/own_work.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

enum class Way : std::uint8_t {
  null_table,  ///< reads a table that is not there
  copy,        ///< has the C library read it
  instruction,
  division,   ///< by 0
  exception,  ///< thrown where none may be
  abort,
  heap,       ///< gives memory back twice, which the C library finds out
  recursion,  ///< without an end
  worker,     ///< as null_table, on a thread of heddle's own
};
constexpr std::array<std::string_view, 9> kWayNames = {"null_table", "copy",      "instruction",
                                                       "division",   "exception", "abort",
                                                       "heap",       "recursion", "worker"};

class Faulty final : public WarpScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    visit.choice("way", way_, kWayNames, {.doc = "how it crashes"});
  }

  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    unsigned first = model::kNoEntity;
    candidates.for_each([&](unsigned entity) { first = std::min(first, entity); });
    return crash(first);
  }

 private:
  unsigned crash(unsigned entity) {
    switch (way_) {
      case Way::null_table:
        return table_[entity];
      case Way::copy:
        std::memcpy(room_.data(), const_cast<const unsigned*>(table_), room_.size());
        return room_[0];
      case Way::instruction:
        __builtin_trap();
      case Way::division:
        return entity / divisor_;
      case Way::exception:
        return find(entity);
      case Way::abort:
        std::abort();
      case Way::heap:
        return damage_heap();
      case Way::recursion:
        return deeper(entity);
      case Way::worker:
        return OwnThread::is_this() ? table_[entity] : entity;
    }
    return entity;
  }
  unsigned find(unsigned entity) const noexcept { return empty_.at(entity); }
  static unsigned damage_heap() {
    void* volatile piece = ::operator new(1000);
    ::operator delete(piece);
    ::operator delete(piece);
    return 0;
  }
  unsigned deeper(unsigned entity) {
    volatile char room[512] = {};
    room[entity % sizeof room] = 1;
    if (way_ != Way::recursion) return entity;  // which does not happen
    return deeper(entity + 1) + static_cast<unsigned>(room[0]);
  }

  Way way_ = Way::null_table;
  std::vector<unsigned> empty_;
  const unsigned* volatile table_ = nullptr;
  volatile unsigned divisor_ = 0;
  std::array<char, 64> room_{};
};

const Register<WarpScheduler, Faulty> registration("faulty", "crashes");

}  // namespace
}  // namespace heddle::policy
