// What `heddle cc` makes of launches in device functions, in preprocessed text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cc/nested/nested_launches.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

using ::testing::HasSubstr;

const std::string kKernel = "__attribute__((global)) void k(int a) {}\n";
const std::string kDevice = "__attribute__((device)) ";

std::string rewritten(const std::string& text, CompiledSide side = CompiledSide::device) {
  return rewritten_launches(text, side).value_or("unchanged");
}

TEST(NestedLaunches, AreCallsOfATemplate) {
  EXPECT_EQ(rewritten(kKernel + kDevice + "void f() { k<<<1, g(2)>>>(3); }"),
            kKernel + kDevice + "void f() { ::__heddle_launch<decltype(k), k>(1, g(2))(3); }");
  EXPECT_EQ(
      rewritten(kKernel + kDevice + "void f() { if (a) n::k<A<B<int>>>\n  <<<1,\n2>>>\n(3); }"),
      kKernel + kDevice +
          "void f() { if (a) ::__heddle_launch<decltype(n::k<A<B<int>>>), n::k<A<B<int>>>>(\n"
          "1,\n2)\n(3); }");
}

TEST(NestedLaunches, OfTheHostStay) {
  for (const std::string text :
       {"void f() { k<<<1, 2>>>(3); }",
        "struct S { __attribute__((device)) void a() {}\n"
        "void f() { k<<<1, 2>>>(3); } };",
        "__attribute__((device)) void f(); void g() { k<<<1, 2>>>(3); }",
        "__attribute__((device)) bool operator<<<int>(int);",
        "# 1 \"/usr/include/x.h\" 1 3\n__attribute__((device)) void f() { k<<<1, 2>>>(3); }"})
    EXPECT_EQ(rewritten(text), "unchanged") << text;
}

TEST(NestedLaunches, OfFunctionsForBothSidesAreRewrittenForTheDevice) {
  const std::string text =
      "__attribute__((host)) __attribute__((device)) void f() { k<<<1, 2>>>(3); }";
  EXPECT_THAT(rewritten(text), HasSubstr("__heddle_launch"));
  EXPECT_EQ(rewritten(text, CompiledSide::host), "unchanged");
}

TEST(NestedLaunches, InLambdasAreOfTheLambdasSide) {
  EXPECT_THAT(rewritten("void f() { g([=] __attribute__((device)) (int i) { k<<<1, 2>>>(i); }); "
                        "k<<<3, 4>>>(5); }"),
              HasSubstr("{ ::__heddle_launch<decltype(k), k>(1, 2)(i); }); k<<<3, 4>>>(5); }"));
}

TEST(NestedLaunches, DeduceTemplateArguments) {
  const std::string text =
      "template <int N, typename T = int> __attribute__((global)) void k(T* p) {}\n" + kDevice +
      "void f(int* p) { k<3><<<1, 2>>>(p); }";
  const std::string made = rewritten(text);
  EXPECT_THAT(made, HasSubstr("template <int N, typename T = int> struct __heddle_deduced_0 { "
                              "static constexpr decltype(N) t0 = N; typedef T t1; }; "
                              "template <int N, typename T = int> __attribute__((device)) "
                              "__heddle_deduced_0<N, T> __heddle_deduce_k(T* p); template <int N"));
  EXPECT_THAT(made, HasSubstr("k<__heddle_d::t0, typename __heddle_d::t1>"));
  EXPECT_THAT(made, HasSubstr("1, 2)(p); }"));
  EXPECT_THAT(rewritten("template <class T> __attribute__((global)) void k(T* p) {}\n" + kDevice +
                        "void f(int* p) { k<int><<<1, 2>>>(p); }"),
              HasSubstr("::__heddle_launch<decltype(k<int>), k<int>>(1, 2)(p)"));
}

TEST(NestedLaunches, ThatCannotBeRewrittenAreNamedWithTheirLine) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      (void)rewritten(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("# 7 \"a.cu\"\ntemplate <class... T> __attribute__((global)) void k(T... p) "
                      "{}\n" +
                      kDevice + "void f() { k<<<1, 2>>>(1); }"),
              HasSubstr("a.cu:8: the template arguments of kernel 'k' cannot be deduced"));
  EXPECT_THAT(refusal("# 7 \"a.cu\"\n" + kDevice + "void f() { k<<<1, 2; }"),
              HasSubstr("a.cu:7: the launch has no closing >>>"));
}

}  // namespace
}  // namespace heddle::cc
