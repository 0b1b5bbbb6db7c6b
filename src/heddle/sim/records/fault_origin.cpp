#include "heddle/sim/records/fault_origin.hpp"

#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>

#include "heddle/base/files/own_work.hpp"

namespace heddle::sim {
namespace {

constexpr int kFrames = 48;  ///< greatest number of stack frames examined

struct Registers {
  std::uintptr_t instruction = 0, stack = 0;
};

Registers registers_of(const void* context) {
  const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return {static_cast<std::uintptr_t>(machine.gregs[REG_RIP]),
          static_cast<std::uintptr_t>(machine.gregs[REG_RSP])};
#elif defined(__aarch64__)
  return {machine.pc, machine.sp};
#else
#error "which register holds the address of the instruction?"
#endif
}

/// The caller of a library's code: on the stack, the nearest caller that belongs to no library.
struct Caller {
  std::uintptr_t address = 0;
  CodeOwner owner = CodeOwner::other;
  bool through_heap = false;  ///< the caller is in malloc, free or the like
};

Caller caller_of(const LoadedCode& code, std::uintptr_t address) {
  void* frames[kFrames];
  const int count = backtrace(frames, kFrames);
  int at = 0;
  while (at < count && reinterpret_cast<std::uintptr_t>(frames[at]) != address) ++at;
  Caller caller;
  for (; at < count; ++at) {
    caller.address = reinterpret_cast<std::uintptr_t>(frames[at]);
    caller.owner = code.owner(caller.address);
    caller.through_heap |= caller.owner == CodeOwner::heap;
    if (caller.owner == CodeOwner::heddle || caller.owner == CodeOwner::other) return caller;
  }
  return {};
}

/// Whether code of this process raised the signal by abort() or by a fault of the processor. A
/// signal sent by kill() does not count.
bool is_raised_here(int signal, const siginfo_t& info) {
  if (signal == SIGABRT) return info.si_code == SI_TKILL && info.si_pid == getpid();
  return is_raised_by_processor(info);
}

/// Returns whether the thread called an address without code. The address of the call instruction
/// is lost, but the stack contains the return address.
bool is_jump_astray(int signal, const siginfo_t& info, const Registers& registers) {
  return signal == SIGSEGV &&
         reinterpret_cast<std::uintptr_t>(info.si_addr) == registers.instruction;
}

}  // namespace

bool is_raised_by_processor(const siginfo_t& info) { return info.si_code > 0; }

void prepare_origins() {
  void* frame = nullptr;
  backtrace(&frame, 1);  // called once in advance, because the first call loads the unwinder
}

FaultOrigin origin_of(const LoadedCode& code, int signal, const siginfo_t& info, void* context) {
  if (!is_raised_here(signal, info)) return {};
  const Registers registers = registers_of(context);
  std::uintptr_t address = registers.instruction;
  CodeOwner owner = code.owner(address);
  bool is_heddles = OwnWork::is_under_way();
  if (owner == CodeOwner::library || owner == CodeOwner::heap) {
    const Caller caller = caller_of(code, address);
    address = caller.address;
    owner = caller.owner;
    is_heddles &= !caller.through_heap;  // the cause of a crash in a heap function is unclear,
                                         // since any code may have damaged the heap
  } else if (owner == CodeOwner::other && is_jump_astray(signal, info, registers)) {
    address = *reinterpret_cast<const std::uintptr_t*>(registers.stack);
    owner = code.owner(address);
  }
  if (owner != CodeOwner::heddle) return {};
  return {is_heddles ? Blame::heddle : Blame::unclear, address};
}

}  // namespace heddle::sim
