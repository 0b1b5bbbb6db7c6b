// The repository's source files as text, for tests that look at them.
#pragma once

#include <string>
#include <vector>

namespace heddle::layers {

struct SourceFile {
  std::string path;  ///< from the repository's root
  std::string text;

  std::size_t lines() const;
};

/// Files with one of these endings below the folders, without what is generated.
std::vector<SourceFile> source_files(const std::vector<std::string>& folders,
                                     const std::vector<std::string>& endings);

/// The text with comments, literals and preprocessor lines blanked, line by line in place.
std::string code_only(const std::string& text);

/// A function's body: from the line of its opening brace to that of the closing one.
struct FunctionBody {
  std::string name;  ///< the words before its parameters
  std::size_t first_line = 0, lines = 0;
};

/// Functions of a C++ file, lambdas counted as part of theirs.
std::vector<FunctionBody> function_bodies(const std::string& text);

}  // namespace heddle::layers
