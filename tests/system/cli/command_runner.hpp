// Runs the built `heddle` as a user does, in a folder of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

namespace heddle::test {

struct Finished {
  int exit_code = 0;  ///< 128 + signal
  std::string out, err;
};

/// A fresh folder, with an environment whose TMPDIR is inside it and that has no HOME. The compiled
/// headers of `heddle cc` lie beside the built `heddle`.
class Playground {
 public:
  Playground();
  ~Playground();
  Playground(const Playground&) = delete;
  Playground& operator=(const Playground&) = delete;

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  std::filesystem::path write(const std::string& name, const std::string& text,
                              bool executable = false) const;

  /// `heddle ARGUMENTS`, in the folder.
  Finished heddle(const std::vector<std::string>& arguments) const;
  /// A line of the shell, in the folder.
  Finished shell(const std::string& line) const;
  /// `heddle ARGUMENTS`, not waited for.
  pid_t start(const std::vector<std::string>& arguments) const;
  /// Exit code of what was started; 128 + signal.
  static int wait(pid_t process);

  nlohmann::json json(const std::string& file) const;
  std::string read(const std::string& file) const;
  /// What is left in TMPDIR.
  std::vector<std::string> temporaries() const;

  /// Compiles a CUDA program with `heddle cc`; the name of the program.
  std::string compile(const std::string& name, const std::string& source) const;

 private:
  pid_t start_words(std::vector<std::string> words) const;
  Finished finish(pid_t process) const;

  std::filesystem::path folder_;
};

/// Command lines of the processes that run and name the file or folder.
std::vector<std::string> processes_of(const std::filesystem::path& named);

/// Within a minute.
bool comes_true(const std::function<bool()>& condition);

/// The value of a statistic in stats.json; what is left out is 0.
double value(const nlohmann::json& statistics, const std::string& name);

}  // namespace heddle::test
