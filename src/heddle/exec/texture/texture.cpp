#include "heddle/exec/texture/texture.hpp"

namespace heddle::exec {

std::uint64_t TextureTable::create(const TextureDescriptor& descriptor) {
  textures_.emplace(next_, descriptor);
  return next_++;
}

void TextureTable::bind(std::uint64_t handle, const TextureDescriptor& descriptor) {
  textures_.insert_or_assign(handle, descriptor);
}

bool TextureTable::remove(std::uint64_t handle) { return textures_.erase(handle) != 0; }

const TextureDescriptor* TextureTable::find(std::uint64_t handle) const {
  const auto entry = textures_.find(handle);
  return entry == textures_.end() ? nullptr : &entry->second;
}

}  // namespace heddle::exec
