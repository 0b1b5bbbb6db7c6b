#pragma once
namespace heddle::exec {
class TextureTable {};
}  // namespace heddle::exec
