// The activity of a thread when a signal interrupts it. A handler uses it to say whether heddle or
// the program caused a crash: heddle's own work touches nothing of the program. The file also has a
// stack for the handler, which works even if the thread's own stack is full.
#pragma once

#include <cstddef>

namespace heddle {

/// While an object lives, the thread simulates or compiles.
class OwnWork {
 public:
  OwnWork();
  ~OwnWork();
  OwnWork(const OwnWork&) = delete;
  OwnWork& operator=(const OwnWork&) = delete;

  static bool is_under_way();  ///< whether this thread does such work; a signal handler may call it
};

/// Each thread that heddle starts makes one object and keeps it to the end. The thread receives the
/// signals that its own code raises. All other signals go to the program's threads.
class OwnThread {
 public:
  OwnThread();
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  static bool is_this();  ///< whether this thread is an OwnThread; a signal handler may call it
};

/// An alternate signal stack for the thread that makes the object. Handlers with SA_ONSTACK run on
/// it. If the thread already has an alternate stack, it keeps that one.
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
