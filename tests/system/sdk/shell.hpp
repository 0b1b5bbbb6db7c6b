// Running the tree's tools in a folder of the test's own.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::sdk_test {

struct Outcome {
  int status = 0;
  std::string text;  ///< standard output and error together
};

/// A temporary folder with files; commands run in it with only the system's folders and the tree on
/// the path.
class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  void write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;
  Outcome run(const std::string& command) const;
  /// `nvcc` of the tree with these arguments.
  Outcome nvcc(const std::string& arguments) const;
  /// The PTX of a CUDA text; fails the test if it does not compile.
  std::string ptx(const std::string& source, const std::string& arguments = "") const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// The SDK tree under test.
std::string tree();

/// How often `part` occurs in `text`.
unsigned count_of(const std::string& text, const std::string& part);

}  // namespace heddle::sdk_test
