#include "heddle/isa/capability.hpp"

#include "heddle/isa/matrix/forms.hpp"

namespace heddle::isa {

unsigned capability_of(Op op, const Modifiers& modifiers) {
  switch (op) {
    case Op::cp_async:
    case Op::cp_async_commit:
    case Op::cp_async_wait_group:
    case Op::cp_async_wait_all:
    case Op::cp_async_arrive:
    case Op::mbarrier_init:
    case Op::mbarrier_inval:
    case Op::mbarrier_pending_count:
      return 80;
    case Op::mbarrier_arrive:
      return (modifiers.immediate & MbarrierArrival::kExpectsBytes) != 0 ? 90 : 80;
    case Op::mbarrier_test:
    case Op::mbarrier_test_parity:
      return modifiers.immediate == MbarrierTest::kMayWait ? 90 : 80;
    case Op::mbarrier_tx:
    case Op::fence_proxy:
    case Op::fence_tensormap:
      return 90;
    default:
      if (op >= Op::mapa_shared && op <= Op::setmaxnreg) return 90;   // cluster.def
      if (op >= Op::bulk_load && op <= Op::red_async) return 90;      // bulk.def
      if (op >= Op::wgmma_shared && op <= Op::wgmma_wait) return 90;  // warpgroup.def
      return matrix_capability(op, modifiers);
  }
}

}  // namespace heddle::isa
