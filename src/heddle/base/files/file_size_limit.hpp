// The limit of file sizes that a process may have (the shell's ulimit -f). A write beyond it ends
// the process by SIGXFSZ, unless the signal is held: then the write fails with EFBIG, like any
// other that has no room.
#pragma once

#include <signal.h>

namespace heddle {

/// While one lives, writes of this thread beyond the limit fail.
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
