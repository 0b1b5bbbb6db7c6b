#include "jobs/processes/answer.hpp"

#include <array>
#include <cstdio>

#include <sys/wait.h>

#include "heddle/base/error.hpp"

namespace heddle::jobs {

Answer ask_shell(const std::string& line) {
  FILE* const pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) fail("cannot start a process: {}", line);
  Answer answer;
  std::array<char, 4096> bytes{};
  while (const std::size_t count = fread(bytes.data(), 1, bytes.size(), pipe))
    answer.text.append(bytes.data(), count);
  const int status = pclose(pipe);
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  while (answer.text.ends_with('\n')) answer.text.pop_back();
  return answer;
}

}  // namespace heddle::jobs
