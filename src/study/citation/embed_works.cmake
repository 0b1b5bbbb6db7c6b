# Writes OUTPUT, a C++ file with the text of the bibliography WORKS. Called by cmake -P.
file(READ ${WORKS} works)
file(WRITE ${OUTPUT} "#include \"study/citation/bibliography.hpp\"\n
namespace heddle::study {
const std::string_view kBibliography = R\"heddle_works(${works})heddle_works\";
}  // namespace heddle::study\n")
