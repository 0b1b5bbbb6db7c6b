#include "heddle/sim/libraries/policy_library.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>

#include <dlfcn.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/hash.hpp"
#include "heddle/sim/libraries/library_stamp.hpp"
#include "heddle/sim/libraries/python_host.hpp"
#include "policy_kit/library.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;

/// A policy that a library offers.
struct Offer {
  policy::PolicyInfo info;
  bool again = false;                         ///< the library registers the name twice
  const policy::PolicyInfo* taken = nullptr;  ///< the policy that has the name already, or null
  std::function<void(std::string_view library)> add;  ///< registers the policy
};

class OfferReader final : public policy::LibraryReader {
 public:
#define KIND(Interface, name)                                                   \
  void take(const policy::Registry<policy::Interface>::Entry& entry) override { \
    take_entry<policy::Interface>(entry);                                       \
  }
#define UNIT_KIND KIND
#include "heddle/policy/kinds.def"
#undef UNIT_KIND
#undef KIND

  const std::vector<Offer>& offers() const { return offers_; }

 private:
  template <typename Interface>
  void take_entry(typename policy::Registry<Interface>::Entry entry) {
    auto& registry = policy::Registry<Interface>::instance();
    const auto* const known = registry.find(entry.info.name);
    offers_.push_back({entry.info, entry.again, known == nullptr ? nullptr : &known->info,
                       [entry, &registry](std::string_view library) {
                         auto added = entry;
                         added.info.library = library;
                         registry.add(added);
                       }});
  }

  std::vector<Offer> offers_;
};

/// A loaded shared library, which is unloaded if nothing keeps it.
class Handle {
 public:
  explicit Handle(const fs::path& file) : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ != nullptr) return;
    const char* const reason = dlerror();
    fail("'{}' cannot be loaded: {}", file.string(), reason == nullptr ? "unknown" : reason);
  }
  ~Handle() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void* symbol(const char* name) const { return dlsym(handle_, name); }
  void keep() { handle_ = nullptr; }

 private:
  void* handle_;
};

void check_offer(const Offer& offer, const std::string& file) {
  const policy::PolicyInfo& info = offer.info;
  if (!is_policy_name(info.name))
    fail(
        "'{}' has the {} '{}': a name has lower-case letters, digits and underscores, and a "
        "letter first",
        file, info.kind, info.name);
  if (offer.again) fail("'{}' registers the {} '{}' twice", file, info.kind, info.name);
  if (offer.taken == nullptr) return;
  const std::string_view other = offer.taken->library;
  fail("'{}' has the {} '{}', and so has {}; rename one of them", file, info.kind, info.name,
       other.empty() ? "heddle itself" : fmt::format("'{}'", other));
}

std::string hash_text(const std::string& bytes) {
  return fmt::format("{:016x}",
                     hash_of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
}

std::string read_checked(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) fail("there is no policy library '{}'", file.string());
  if (is_python(file)) return read_file(file, file_kinds::kSource);
  std::string bytes = read_file(file, file_kinds::kPolicyLibrary);
  check_library_stamp(bytes, file.string());
  return bytes;
}

fs::path checked_python_host() {
  const fs::path host = python_host();
  read_checked(host);
  return host;
}

/// Reads what a shared library offers.
void read_library(const Handle& handle, const fs::path& file, OfferReader& reader) {
  const auto hand_over = reinterpret_cast<policy::HandOver>(handle.symbol(policy::kHandOver));
  if (hand_over == nullptr)
    fail("'{}' does not hand its policies over; build it with heddle policy build", file.string());
  hand_over(reader);
  if (reader.offers().empty())
    fail(
        "'{}' registers no policy; its source needs a line such as const Register<Kind, Policy> "
        "registration(\"name\", \"what it does\");",
        file.string());
}

/// Reads what the library for policies in Python offers for a file of Python.
void read_python(const Handle& handle, const fs::path& file, OfferReader& reader) {
  const auto hand_over =
      reinterpret_cast<policy::PythonHandOver>(handle.symbol(policy::kPythonHandOver));
  if (hand_over == nullptr) fail("'{}' runs no policies in Python", python_host().string());
  hand_over(file.c_str(), reader);
  if (reader.offers().empty())
    fail(
        "'{}' has no policy: it needs a class that derives from heddle.WarpScheduler or "
        "heddle.Throttle",
        file.string());
}

/// The libraries that this process has loaded, as the registries are the policies that it has.
class LibraryRegistry {
 public:
  static LibraryRegistry& instance() {
    static LibraryRegistry registry;
    return registry;
  }

  const PolicyLibrary& load(const fs::path& file) {
    const std::lock_guard lock(mutex_);
    const std::string hash = hash_text(read_checked(file));
    const auto known = libraries_.find(file.string());
    if (known == libraries_.end()) return add(file, hash);
    if (known->second.hash != hash)
      fail(
          "'{}' has changed since this process loaded it, and a process loads a library once; "
          "start it again",
          file.string());
    return known->second;
  }

 private:
  const PolicyLibrary& add(const fs::path& file, const std::string& hash) {
    Handle handle(is_python(file) ? checked_python_host() : file);
    OfferReader reader;
    is_python(file) ? read_python(handle, file, reader) : read_library(handle, file, reader);
    for (const Offer& offer : reader.offers()) check_offer(offer, file.string());
    const auto [added, is_new] = libraries_.emplace(file.string(), PolicyLibrary{file, hash, {}});
    for (const Offer& offer : reader.offers()) {
      offer.add(added->first);
      added->second.policies.push_back(fmt::format("{}.{}", offer.info.kind, offer.info.name));
    }
    handle.keep();
    return added->second;
  }

  std::mutex mutex_;
  std::map<std::string, PolicyLibrary> libraries_;  ///< key: absolute path
};

fs::path place_of(const fs::path& file) { return fs::absolute(file).lexically_normal(); }

}  // namespace

const PolicyLibrary& load_policy_library(const fs::path& file) {
  return LibraryRegistry::instance().load(place_of(file));
}

std::string policy_library_hash(const fs::path& file) { return hash_text(read_checked(file)); }

bool is_policy_name(std::string_view word) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_other = [](char c) { return (c >= '0' && c <= '9') || c == '_'; };
  return !word.empty() && is_letter(word.front()) &&
         std::ranges::all_of(word, [&](char c) { return is_letter(c) || is_other(c); });
}

}  // namespace heddle::sim
