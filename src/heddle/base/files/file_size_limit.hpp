// The limit on file sizes that a process may have (the shell's ulimit -f). A write beyond the limit
// ends the process by SIGXFSZ. If the signal is blocked, the write fails with EFBIG instead, like a
// write to a full disk.
#pragma once

#include <signal.h>

namespace heddle {

/// While an object lives, writes of this thread beyond the limit fail.
class FileSizeLimit {
 public:
  FileSizeLimit();
  ~FileSizeLimit();
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace heddle
