// What the scanner of classes sees.
#include "class_scanner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::layers {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The class of a text with one.
ClassDeclaration only_class(const std::string& text) {
  const auto classes = class_declarations(text);
  EXPECT_EQ(classes.size(), 1u);
  return classes.empty() ? ClassDeclaration() : classes.front();
}

TEST(ClassScanner, CountsDeclaratorsOfData) {
  EXPECT_THAT(only_class("class A {\n"
                         "  int a_ = 0, b_{1}, c_;\n"
                         "  std::map<int, std::pair<int, int>> map_;\n"
                         "  std::array<int, (1 < 2 ? 4 : 5)> array_{};\n"
                         "  alignas(64) std::atomic<int> aligned_{0};\n"
                         "  unsigned bits_ : 3;\n"
                         "  int table_[2][3] = {{1, 2, 3}, {4, 5, 6}};\n"
                         "};\n")
                  .data,
              ElementsAre("a_", "b_", "c_", "map_", "array_", "aligned_", "bits_", "table_"));
}

TEST(ClassScanner, CountsWhatABundleOfReferencesHolds) {
  const auto classes = class_declarations(
      "class A {\n"
      " public:\n"
      "  struct Around {\n"
      "    int& one;\n"
      "    const std::vector<int>& two;\n"
      "    int* three = nullptr;\n"
      "  };\n"
      "  struct Values {\n"
      "    int first, second;\n"
      "  };\n"
      "  explicit A(const Around& around);\n"
      " private:\n"
      "  Around around_;\n"
      "  Values values_;\n"
      "  std::vector<Around> others_;\n"
      "};\n");
  ASSERT_EQ(classes.size(), 3u);
  EXPECT_EQ(classes.back().name, "A");
  EXPECT_EQ(classes.back().held(), 5u);
}

TEST(ClassScanner, TellsDataOfFunctionTypesFromFunctions) {
  const ClassDeclaration found = only_class(
      "struct A {\n"
      "  std::function<void(int, const std::function<int(int)>&)> call = {};\n"
      "  int (*pointer)(int, int) = nullptr;\n"
      "  std::function<void(int)> make(int);\n"
      "};\n");
  EXPECT_THAT(found.data, ElementsAre("call", "pointer"));
  EXPECT_THAT(found.methods, ElementsAre("make"));
}

TEST(ClassScanner, CountsMethodsInlineAndDeclared) {
  const ClassDeclaration found = only_class(
      "class A final : public B<int> {\n"
      " public:\n"
      "  explicit A(int x, std::vector<int> y = {}) : x_{x}, y_(y), z_{} { go(); }\n"
      "  ~A();\n"
      "  int get() const { return x_ < 3 ? 1 : x_ << 2; }\n"
      "  [[noreturn]] void stop(const std::string& text = \"{;\") const;\n"
      "  template <typename T = int>\n"
      "  void tell(T&& t) { for (;;) { t(); } }\n"
      "  bool operator<(const A& other) const { return x_ < other.x_; }\n"
      "  static int twice(int x);\n"
      "  virtual void pure() = 0;\n"
      "  auto trailing() -> int;\n"
      " private:\n"
      "  int x_;\n"
      "};\n");
  EXPECT_THAT(found.methods, ElementsAre("A", "A", "get", "stop", "tell", "operator", "twice",
                                         "pure", "trailing"));
  EXPECT_THAT(found.data, ElementsAre("x_"));
  EXPECT_EQ(found.name, "A");
  EXPECT_EQ(found.line, 1u);
}

TEST(ClassScanner, LeavesOutWhatIsNeitherDataNorAMethodOfItsOwn) {
  const ClassDeclaration found = only_class(
      "class A {\n"
      "  A(const A&) = delete;\n"
      "  A& operator=(const A&) = default;\n"
      "  using Call = void (*)(int);\n"
      "  static constexpr int kMost = 1 << 2, kLeast = 1;\n"
      "  enum class Kind { one, two };\n"
      "  struct Later;\n"
      "  static_assert(sizeof(int) == 4);\n"
      "  // int commented_;\n"
      "};\n");
  EXPECT_THAT(found.data, IsEmpty());
  EXPECT_THAT(found.methods, IsEmpty());
}

TEST(ClassScanner, KeepsMembersOfInnerClassesApart) {
  const auto classes = class_declarations(
      "namespace n {\n"
      "template <typename T>\n"
      "class Outer {\n"
      "  struct Inner {\n"
      "    int a = 0, b = 0;\n"
      "    void describe();\n"
      "  };\n"
      "  Inner inner_;\n"
      "  void f();\n"
      "};\n"
      "int free_function(int x) { struct Local { int y; }; return x; }\n"
      "}\n");
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].name, "Inner");
  EXPECT_EQ(classes[0].line, 4u);
  EXPECT_THAT(classes[0].data, ElementsAre("a", "b"));
  EXPECT_TRUE(classes[0].is_struct);
  EXPECT_FALSE(classes[0].is_template);
  EXPECT_EQ(classes[1].name, "Outer");
  EXPECT_THAT(classes[1].data, ElementsAre("inner_"));
  EXPECT_THAT(classes[1].methods, ElementsAre("f"));
  EXPECT_TRUE(classes[1].is_template);
}

TEST(ClassScanner, KnowsDataAlone) {
  EXPECT_TRUE(only_class("struct A { int a; void describe(V& v); };").is_data_alone());
  EXPECT_FALSE(only_class("struct A { int a; void describe(V& v); int f(); };").is_data_alone());
}

TEST(ClassScanner, KnowsWhichFilesAreNamedAfterAClass) {
  EXPECT_EQ(snake_case("L1Observers"), "l1_observers");
  const std::set<std::string> classes = {"L1Observers", "Sm", "SmProbe"};
  EXPECT_EQ(named_after("src/heddle/gpu/l1_observers.cpp", classes), "L1Observers");
  EXPECT_EQ(named_after("src/heddle/core/sm.cpp", classes), "Sm");
  EXPECT_EQ(named_after("src/heddle/core/sm_tick.cpp", classes), "Sm");
  EXPECT_EQ(named_after("src/heddle/core/accounts/sm_probe.cpp", classes), "SmProbe");
  EXPECT_EQ(named_after("src/heddle/core/sm_probe_list.cpp", classes), "SmProbe");
  EXPECT_EQ(named_after("src/heddle/core/smart.cpp", classes), "");
  EXPECT_EQ(named_after("src/heddle/core/issue.cpp", classes), "");
}

}  // namespace
}  // namespace heddle::layers
