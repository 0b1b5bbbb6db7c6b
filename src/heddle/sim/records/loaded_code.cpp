#include "heddle/sim/records/loaded_code.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace heddle::sim {
namespace {

/// Does nothing. Its address lies in heddle's code.
void address_in_heddle() {}

}  // namespace

struct LoadedCode::Object {
  std::string name;  ///< file name without folders; "" for the program itself
  std::uintptr_t base = 0;
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> code;
  const ElfW(Dyn) * dynamic = nullptr;

  bool has(std::uintptr_t address) const {
    return std::ranges::any_of(
        code, [&](const auto& part) { return part.first <= address && address < part.second; });
  }
  std::vector<std::string> needed() const;
};

/// Returns the names of the libraries to which the object is linked.
std::vector<std::string> LoadedCode::Object::needed() const {
  std::uintptr_t texts = 0;
  for (const auto* entry = dynamic; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) texts = entry->d_un.d_ptr;
  }
  if (texts == 0) return {};
  // On some machines the loader has not added the load address to this entry.
  if (texts < base) texts += base;
  std::vector<std::string> names;
  for (const auto* entry = dynamic; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_NEEDED)
      names.emplace_back(reinterpret_cast<const char*>(texts + entry->d_un.d_val));
  }
  return names;
}

LoadedCode::LoadedCode() {
  std::vector<Object> objects;
  const auto take = [](dl_phdr_info* info, std::size_t, void* list) {
    Object object;
    const std::string path = info->dlpi_name;
    object.name = path.substr(path.rfind('/') + 1);
    object.base = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
      const auto& header = info->dlpi_phdr[i];
      const std::uintptr_t begin = object.base + header.p_vaddr;
      if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0)
        object.code.emplace_back(begin, begin + header.p_memsz);
      if (header.p_type == PT_DYNAMIC) object.dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
    }
    static_cast<std::vector<Object>*>(list)->push_back(std::move(object));
    return 0;
  };
  dl_iterate_phdr(take, &objects);
  const auto address = reinterpret_cast<std::uintptr_t>(&address_in_heddle);
  const auto own = std::ranges::find_if(objects, [&](const Object& o) { return o.has(address); });
  if (own == objects.end()) return;
  base_ = own->base;
  const std::string name = own->name.empty() ? program_invocation_short_name : own->name;
  name.copy(name_.data(), name_.size() - 1);
  add(*own, CodeOwner::heddle);
  add_heap();  // the first range that matches counts, so the heap's range precedes its library's
               // range
  const std::vector<std::string> needed = own->needed();
  for (const Object& object : objects) {
    const bool is_systems =
        object.name.starts_with("ld-linux") || object.name.starts_with("linux-vdso");
    if (is_systems || std::ranges::find(needed, object.name) != needed.end())
      add(object, CodeOwner::library);
  }
}

void LoadedCode::add(const Object& object, CodeOwner owner) {
  for (const auto& [begin, end] : object.code) {
    if (count_ < kMost) ranges_[count_++] = {begin, end, owner};
  }
}

void LoadedCode::add_heap() {
  void* const library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return;
  for (const char* name : {"malloc", "calloc", "realloc", "free", "aligned_alloc"}) {
    Dl_info info{};
    const ElfW(Sym)* symbol = nullptr;
    void* const entry = dlsym(library, name);
    void** const found = reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol));
    if (dladdr1(entry, &info, found, RTLD_DL_SYMENT) == 0 || symbol == nullptr) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(info.dli_saddr);
    ranges_[count_++] = {begin, begin + symbol->st_size, CodeOwner::heap};
  }
  dlclose(library);
}

CodeOwner LoadedCode::owner(std::uintptr_t address) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (ranges_[i].begin <= address && address < ranges_[i].end) return ranges_[i].owner;
  }
  return CodeOwner::other;
}

}  // namespace heddle::sim
