#include "jobs/streams/standard_streams.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/visible_text.hpp"

namespace heddle::jobs {
void occupy_closed_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) != -1) continue;
    // open() takes the lowest free number, which is `number`.
    const int mode = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    [[maybe_unused]] const int taken = open("/dev/null", mode | O_CLOEXEC);
  }
}

void say(std::string_view text) noexcept {
  try {
    draw(visible(text));
  } catch (const std::bad_alloc&) {
    // The message is dropped.
  }
}

void answer(std::string_view text) { fmt::print("{}", visible(text)); }

void draw(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

unsigned terminal_width(int stream) {
  winsize size{};
  return ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

unsigned terminal_width() { return terminal_width(STDOUT_FILENO); }

std::size_t progress_width() {
  constexpr std::size_t kUsual = 100;  // for a terminal that does not report its width
  const unsigned width = terminal_width(STDERR_FILENO);
  return (width == 0 ? kUsual : width) - 1;
}

void check_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  fail("cannot write to standard output: {}", std::strerror(errno));
}

}  // namespace heddle::jobs
