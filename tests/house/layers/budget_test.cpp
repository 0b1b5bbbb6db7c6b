// Budgets of size, and the manners of a file. The long tail is where quality goes.
#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "class_scanner.hpp"
#include "source_files.hpp"

namespace heddle::layers {
namespace {

constexpr std::size_t kFileLines = 500, kFileLinesP90 = 300, kFolderFiles = 30;
constexpr std::size_t kFunctionLines = 80, kFunctionLinesP90 = 35;
constexpr std::size_t kDataMembers = 25, kMethods = 40;

/// The layers in which files are named after the classes whose methods they define.
const std::vector<std::string> kLayersOfNamedFiles = {"src/heddle/core", "src/heddle/gpu"};

std::size_t p90(std::vector<std::size_t> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() * 9 / 10];
}

std::vector<SourceFile> all_code() {
  return source_files({"src", "tests", "sdk", "workloads"},
                      {".cpp", ".hpp", ".h", ".c", ".cu", ".cuh", ".def", ".js", ".css"});
}

std::string place_in_file(const std::string& path, std::size_t line, const std::string& name) {
  return path + ":" + std::to_string(line) + ": " + name;
}

TEST(Budget, Files) {
  std::vector<std::size_t> lengths;
  for (const SourceFile& file : all_code()) {
    lengths.push_back(file.lines());
    EXPECT_LE(file.lines(), kFileLines) << file.path;
  }
  EXPECT_LE(p90(lengths), kFileLinesP90);
}

TEST(Budget, Functions) {
  std::vector<std::size_t> lengths;
  for (const SourceFile& file : source_files({"src", "tests", "sdk"}, {".cpp", ".hpp"})) {
    for (const FunctionBody& body : function_bodies(file.text)) {
      lengths.push_back(body.lines);
      EXPECT_LE(body.lines, kFunctionLines) << place_in_file(file.path, body.first_line, body.name);
    }
  }
  EXPECT_GT(lengths.size(), 500u);  // the scanner sees them
  EXPECT_LE(p90(lengths), kFunctionLinesP90);
}

/// A folder that holds more is several folders. Programs say where the SDK's headers are.
TEST(Budget, Folders) {
  std::map<std::string, std::size_t> files;
  for (const SourceFile& file : all_code()) ++files[file.path.substr(0, file.path.rfind('/'))];
  EXPECT_GT(files.size(), 100u);  // the scanner sees them
  files.erase("sdk/include");
  for (const auto& [folder, count] : files) EXPECT_LE(count, kFolderFiles) << folder;
}

/// A class that holds more is several classes. Structs of data alone may hold any number.
TEST(Budget, Classes) {
  std::size_t count = 0;
  for (const SourceFile& file : source_files({"src"}, {".cpp", ".hpp"})) {
    for (const ClassDeclaration& found : class_declarations(file.text)) {
      ++count;
      if (found.is_data_alone()) continue;
      const std::string where = place_in_file(file.path, found.line, found.name);
      EXPECT_LE(found.held(), kDataMembers) << where;
      EXPECT_LE(found.methods.size(), kMethods) << where;
    }
  }
  EXPECT_GT(count, 500u);  // the scanner sees them
}

/// A reader finds `Dispatcher::start` in dispatcher.cpp, or in dispatcher_PART.cpp if the class has
/// files for several ideas. No file that is named after another class, or after none, defines a
/// method of the Dispatcher. The rule leaves out structs, which are data and whose few functions
/// may stand together, inline methods, which are in the header, and templates, which are defined
/// where they are instantiated.
TEST(Budget, MethodsAreInFilesNamedAfterTheirClass) {
  for (const std::string& layer : kLayersOfNamedFiles) {
    std::set<std::string> classes;
    for (const SourceFile& file : source_files({layer}, {".hpp"})) {
      for (const ClassDeclaration& found : class_declarations(file.text))
        if (!found.is_struct && !found.is_template) classes.insert(found.name);
    }
    std::size_t methods = 0;
    for (const SourceFile& file : source_files({layer}, {".cpp"})) {
      for (const FunctionBody& body : function_bodies(file.text)) {
        const std::size_t end = body.name.find("::");
        const std::string owner = body.name.substr(0, end);
        if (end == std::string::npos || !classes.contains(owner)) continue;
        ++methods;
        EXPECT_EQ(named_after(file.path, classes), owner)
            << place_in_file(file.path, body.first_line, body.name);
      }
    }
    EXPECT_GT(methods, 50u) << layer;  // the scanner sees them
  }
}

TEST(Manners, HeadersBeginWithAParagraph) {
  for (const SourceFile& file : source_files({"src"}, {".hpp"})) {
    EXPECT_TRUE(file.text.starts_with("// ")) << file.path;
    EXPECT_NE(file.text.find("#pragma once"), std::string::npos) << file.path;
  }
}

TEST(Manners, NoTwoHeadersShareAGuard) {
  const std::regex guard("#ifndef (\\w+)\n#define (\\w+)\n");
  std::map<std::string, std::string> owners;
  for (const SourceFile& file :
       source_files({"src", "tests", "sdk", "workloads"}, {".h", ".hpp", ".cuh"})) {
    std::smatch found;
    if (!std::regex_search(file.text, found, guard) || found[1] != found[2]) continue;
    const auto [owner, first] = owners.emplace(found[1], file.path);
    EXPECT_TRUE(first) << file.path << " and " << owner->second << " share " << found[1];
  }
  EXPECT_GT(owners.size(), 30u);  // the SDK's
}

TEST(Manners, NothingIsLeftToDoInComments) {
  const std::regex leftover(std::string("\\b(TO") + "DO|FIX" + "ME|X" + "XX|HA" + "CK)\\b");
  for (const SourceFile& file : all_code()) {
    EXPECT_FALSE(std::regex_search(file.text, leftover)) << file.path;
  }
}

TEST(Manners, NoClassIsAFriend) {
  const std::regex friendship("\\bfriend\\s+((class|struct)\\s|[A-Za-z_:]+;)");
  for (const SourceFile& file : source_files({"src"}, {".cpp", ".hpp"})) {
    EXPECT_FALSE(std::regex_search(code_only(file.text), friendship)) << file.path;
  }
}

/// Files are read within the bound of their kind (base/files/input_file.hpp), written through
/// base/files/output_file.hpp and sim/output/whole_file.hpp, and looked through for patterns in
/// linear time (base/text/pattern.hpp). Others read what is certainly a file, at several places in
/// turn.
TEST(Manners, FilesAreReadAndWrittenInOnePlace) {
  const std::set<std::string> others = {"src/heddle/base/files/input_file.cpp",
                                        "src/heddle/replay/stream_file.cpp",
                                        "src/heddle/replay/stream_file.hpp",
                                        "src/heddle/sim/records/journal.cpp",
                                        "src/cli/run/requests/program_file.cpp",
                                        "src/jobs/processes/memory_use.cpp",
                                        "src/cli/bench/report.cpp",
                                        "src/jobs/processes/process_tree.cpp"};
  const std::regex writes("std::(ofstream|fstream)|\\bfopen\\(|std::regex");
  const std::regex reads("std::ifstream");
  for (const SourceFile& file : source_files({"src"}, {".cpp", ".hpp"})) {
    const std::string code = code_only(file.text);
    EXPECT_FALSE(std::regex_search(code, writes)) << file.path;
    EXPECT_EQ(std::regex_search(code, reads), others.contains(file.path)) << file.path;
  }
}

TEST(Scanner, FindsFunctionsAndTheirLengths) {
  const auto bodies = function_bodies(
      "#define X {\n"
      "namespace a {\n"
      "struct S {\n"
      "  int f() const { return 1; }  // {\n"
      "};\n"
      "int g(int x) {\n"
      "  const char* s = \"{\";\n"
      "  for (;;) { x += '{'; }\n"
      "  return x;\n"
      "}\n"
      "constexpr int k[] = {1, 2};\n"
      "}\n");
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].name, "f");
  EXPECT_EQ(bodies[0].lines, 1u);
  EXPECT_EQ(bodies[1].name, "g");
  EXPECT_EQ(bodies[1].first_line, 6u);
  EXPECT_EQ(bodies[1].lines, 5u);
}

}  // namespace
}  // namespace heddle::layers
