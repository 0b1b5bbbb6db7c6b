#include "command_runner.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::test {

namespace fs = std::filesystem;

Playground::Playground() {
  std::string pattern = (fs::temp_directory_path() / "heddle-cli-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  fs::create_directory(folder_ / "tmp");
}

Playground::~Playground() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

fs::path Playground::write(const std::string& name, const std::string& text,
                           bool executable) const {
  std::ofstream(folder_ / name) << text;
  if (executable) fs::permissions(folder_ / name, fs::perms::owner_all);
  return folder_ / name;
}

pid_t Playground::start(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {HEDDLE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return start_words(std::move(words));
}

pid_t Playground::start_words(std::vector<std::string> words) const {
  const pid_t child = fork();
  if (child != 0) return child;
  if (chdir(folder_.c_str()) != 0) _exit(126);
  setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
  unsetenv("HOME");
  // All folders share the compiled headers.
  setenv("HEDDLE_HEADER_CACHE", fs::path(HEDDLE_PROGRAM).replace_filename("test-headers").c_str(),
         1);
  const int out = open("stdout", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int err = open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  _exit(127);
}

int Playground::wait(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Finished Playground::finish(pid_t process) const {
  Finished finished;
  finished.exit_code = wait(process);
  finished.out = read("stdout");
  finished.err = read("stderr");
  return finished;
}

Finished Playground::heddle(const std::vector<std::string>& arguments) const {
  return finish(start(arguments));
}

Finished Playground::shell(const std::string& line) const {
  return finish(start_words({"/bin/sh", "-c", line}));
}

std::string Playground::read(const std::string& file) const {
  std::ifstream stream(folder_ / file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

nlohmann::json Playground::json(const std::string& file) const {
  return nlohmann::json::parse(read(file));
}

std::vector<std::string> Playground::temporaries() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_ / "tmp")) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string Playground::compile(const std::string& name, const std::string& source) const {
  write(name + ".cu", source);
  const Finished finished = heddle({"cc", name + ".cu", "-o", name});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  return "./" + name;
}

std::vector<std::string> processes_of(const fs::path& named) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    std::ifstream stream(entry.path() / "cmdline");
    std::string line;
    std::getline(stream, line);  // stays empty where the process has ended meanwhile
    if (line.find(named.string()) != std::string::npos) found.push_back(line);
  }
  return found;
}

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 12'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

double value(const nlohmann::json& statistics, const std::string& name) {
  return statistics.value(name, 0.0);
}

}  // namespace heddle::test
