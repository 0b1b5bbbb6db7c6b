// The stamp of a policy library: a hash of heddle's headers, and the options of the compiler on
// which the layout of objects depends. heddle contains the stamp of its own build. A library
// contains the stamp of the build that compiled it, after kStampMark. heddle reads the stamp from
// the library's file before it loads the library, and refuses a library with another stamp.
//
// `heddle policy build` includes this header in front of each source of a library, and defines
// HEDDLE_POLICY_SOURCE, the name of the source.
#pragma once

#include <version>

#include "policy_kit/headers_hash.hpp"

#define HEDDLE_TEXT_OF_TOKEN(token) #token
#define HEDDLE_TEXT_OF(macro) HEDDLE_TEXT_OF_TOKEN(macro)

#if defined(_GLIBCXX_DEBUG)
#define HEDDLE_CONTAINERS "checked"
#else
#define HEDDLE_CONTAINERS "plain"
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HEDDLE_SANITIZER "address"
#else
#define HEDDLE_SANITIZER "none"
#endif

#define HEDDLE_POLICY_OPTIONS                                     \
  "C++ " HEDDLE_TEXT_OF(__cplusplus) ", strings " HEDDLE_TEXT_OF( \
      _GLIBCXX_USE_CXX11_ABI) ", " HEDDLE_CONTAINERS " containers, sanitizer " HEDDLE_SANITIZER

#define HEDDLE_STAMP_MARK "heddle policy library\n"

#ifdef HEDDLE_POLICY_SOURCE
// Lines: the mark, the hash of the headers, the options, the source.
[[gnu::used]] static const char heddle_policy_stamp[] = HEDDLE_STAMP_MARK HEDDLE_POLICY_HEADERS
    "\n" HEDDLE_POLICY_OPTIONS "\n" HEDDLE_POLICY_SOURCE "\n";
#endif
