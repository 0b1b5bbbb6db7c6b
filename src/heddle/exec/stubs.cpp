#include "heddle/exec/executable.hpp"
namespace heddle::exec {
std::span<const HandlerBinding> texture_handlers() { return {}; }
}  // namespace heddle::exec
