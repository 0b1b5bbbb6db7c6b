// What a thread is doing when a signal interrupts it, for whoever has to say whose fault a crash
// is: work of heddle's that touches nothing of the program's, or anything else; and a stack on
// which the handler runs although the thread's own is full.
#pragma once

#include <cstddef>

namespace heddle {

/// While one lives, the thread simulates or compiles.
class OwnWork {
 public:
  OwnWork();
  ~OwnWork();
  OwnWork(const OwnWork&) = delete;
  OwnWork& operator=(const OwnWork&) = delete;

  static bool is_under_way();  ///< on this thread; may be asked in a signal's handler
};

/// A thread of heddle's own makes one, and keeps it to its end. The signals that its code raises
/// reach it; all others are left to the program's threads.
class OwnThread {
 public:
  OwnThread();
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  static bool is_this();  ///< may be asked in a signal's handler
};

/// The alternate stack of the thread that makes it, for handlers that ask for one (SA_ONSTACK). A
/// thread that has one keeps it.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* stack_ = nullptr;  ///< null: none was made
};

}  // namespace heddle
