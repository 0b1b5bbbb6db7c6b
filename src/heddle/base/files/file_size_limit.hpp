// The limit on file sizes that a process may have (the shell's ulimit -f). The signal SIGXFSZ ends
// a process that writes beyond the limit. If the process blocks this signal, the write fails with
// EFBIG instead, like a write to a full disk.
#pragma once

#include <signal.h>

namespace heddle {

/// While an object of this class exists, a write of this thread beyond the limit fails instead of
/// ending the process.
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
