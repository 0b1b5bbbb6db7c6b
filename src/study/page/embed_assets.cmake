# Writes OUTPUT, a C++ file with the page's template, its style and its script: the files in the list SCRIPTS one after
# the other, in one scope. Called by cmake -P.
set(text "// The files of src/study/page/assets.\n#include \"study/page/page.hpp\"\n\nnamespace heddle::study::assets {\n")
# A string literal may have 64 KiB by the standard; g++ and clang take longer ones.
macro(embed name)
  string(APPEND text "const std::string_view ${name} = R\"heddle_asset(")
  foreach(file ${ARGN})
    file(READ ${file} content)
    string(APPEND text "${content}")
  endforeach()
  string(APPEND text ")heddle_asset\";\n")
endmacro()
embed(kTemplate ${FOLDER}/page.html)
embed(kStyle ${FOLDER}/page.css)
string(REPLACE "," ";" SCRIPTS "${SCRIPTS}")
embed(kScript ${SCRIPTS})
string(APPEND text "}  // namespace heddle::study::assets\n")
file(WRITE ${OUTPUT} "${text}")
