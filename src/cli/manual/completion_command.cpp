#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

/// The script for bash. Readline breaks words at '=' and ':', and replaces only the text after the
/// last break.
constexpr const char* kBash = R"(_heddle() {
  local line="${COMP_LINE:0:COMP_POINT}" words=() word current
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  word="${words[-1]}" current="${COMP_WORDS[COMP_CWORD]}"
  case "$current" in =|:) current="" ;; esac
  local before="${word%"$current"}"
  mapfile -t COMPREPLY < <(heddle complete "${words[@]:1}" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]#"$before"}")
  [[ "${#COMPREPLY[@]}" -gt 0 && "${COMPREPLY[0]}" == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _heddle heddle
)";

constexpr const char* kZsh = R"(#compdef heddle
_heddle() {
  local -a candidates
  candidates=("${(@f)$(heddle complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  candidates=("${(@)candidates:#}")
  if (( ${#candidates} )); then
    compadd -S '' -- "${(@M)candidates:#*=}"
    compadd -- "${(@)candidates:#*=}"
  else
    _files
  fi
}
if [[ "$funcstack[1]" == _heddle ]]; then _heddle "$@"; else compdef _heddle heddle; fi
)";

}  // namespace

int completion_command(Arguments arguments) {
  CLI::App app("Prints what completes command lines of heddle in a shell: heddle completion SHELL",
               "heddle completion");
  app.footer(
      "An installation has both where the shells look for them.\n\n"
      "Examples:\n"
      "  source <(heddle completion bash)       in ~/.bashrc\n"
      "  source <(heddle completion zsh)        in ~/.zshrc, behind compinit\n");
  std::string shell;
  app.add_option("shell", shell, "bash or zsh")->required();
  if (!parse(app, arguments)) return 0;
  if (shell != "bash" && shell != "zsh")
    fail("there is no completion for '{}': bash and zsh have one", shell);
  fmt::print("{}", shell == "bash" ? kBash : kZsh);
  return 0;
}

}  // namespace heddle::cli
