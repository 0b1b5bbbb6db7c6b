#include "heddle/exec/executable.hpp"
namespace heddle::exec {
std::span<const HandlerBinding> atomic_handlers() { return {}; }
std::span<const HandlerBinding> exchange_handlers() { return {}; }
std::span<const HandlerBinding> vote_handlers() { return {}; }
std::span<const HandlerBinding> texture_handlers() { return {}; }
std::span<const HandlerBinding> system_handlers() { return {}; }
}  // namespace heddle::exec
