// Objects that the program knows by an opaque pointer. The table detects an unknown pointer without
// dereferencing it.
#pragma once

#include <memory>
#include <unordered_map>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {

template <typename Object>
class HandleTable {
 public:
  Object& create(Object value = {}) {
    auto object = std::make_unique<Object>(std::move(value));
    Object& reference = *object;
    objects_[&reference] = std::move(object);
    return reference;
  }
  /// Throws CudaError(cudaErrorInvalidResourceHandle) for an unknown handle.
  Object& at(const void* handle) {
    const auto entry = objects_.find(handle);
    require(entry != objects_.end(), cudaErrorInvalidResourceHandle);
    return *entry->second;
  }
  /// The object for which `wanted` holds; null if there is none. At most one may match.
  template <typename Predicate>
  Object* find_if(const Predicate& wanted) {
    for (auto& [handle, object] : objects_) {
      if (wanted(*object)) return object.get();
    }
    return nullptr;
  }
  bool contains(const void* handle) const { return objects_.contains(handle); }
  void erase(const void* handle) {
    at(handle);
    objects_.erase(handle);
  }
  void clear() { objects_.clear(); }

 private:
  std::unordered_map<const void*, std::unique_ptr<Object>> objects_;
};

}  // namespace heddle::cudart
