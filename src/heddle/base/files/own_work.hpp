// The activity of a thread at the time of a signal. A signal handler uses the activity to decide
// whether heddle or the program caused a crash, because heddle's own work does not touch the
// program's data. The file also has a stack for signal handlers. Handlers on this stack work even
// if the thread's own stack is full.
#pragma once

#include <cstddef>

namespace heddle {

/// While an object of this class exists, its thread simulates or compiles.
class OwnWork {
 public:
  OwnWork();
  ~OwnWork();
  OwnWork(const OwnWork&) = delete;
  OwnWork& operator=(const OwnWork&) = delete;

  static bool is_under_way();  ///< whether this thread simulates or compiles; a signal handler may
                               ///< call this function
};

/// Each thread that heddle starts creates one object and keeps it until the thread ends. The thread
/// receives only the signals that its own code raises. All other signals go to the program's
/// threads.
class OwnThread {
 public:
  OwnThread();
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  static bool is_this();  ///< whether this thread has an OwnThread object; a signal handler may
                          ///< call this function
};

/// An alternate signal stack for the thread that creates the object. Handlers with SA_ONSTACK run
/// on this stack. If the thread already has an alternate stack, the thread keeps the existing
/// stack.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* stack_ = nullptr;  ///< null: this object has set no alternate stack
};

}  // namespace heddle
