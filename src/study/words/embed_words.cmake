# Writes OUTPUT, a C++ file with the texts of pages of GUIDE and the table of error codes in CODES. Called by cmake -P.
set(text "#include \"study/words/cuda_errors.hpp\"\n#include \"study/words/guide_tables.hpp\"\n\nnamespace heddle::study {\n")
foreach(page Glossary Results Sweeps Python)
  string(TOLOWER ${page} file)
  file(READ ${GUIDE}/${file}.md words)
  string(APPEND text "const std::string_view k${page}Page = R\"heddle_words(${words})heddle_words\";\n")
endforeach()
file(READ ${CODES} codes)  # rows X(name, text)
string(APPEND text "std::span<const CudaErrorCode> cuda_error_codes() {\n  static constexpr CudaErrorCode kCodes[] = {\n"
       "#define X(name, text) {#name, text},\n${codes}#undef X\n  };\n  return kCodes;\n}\n}  // namespace heddle::study\n")
file(WRITE ${OUTPUT} "${text}")
