// The function that python_policies.so exports: it hands over the policies of a file of Python.
#include <array>
#include <deque>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "gil.hpp"
#include "heddle/base/error.hpp"
#include "host/interpreter.hpp"
#include "policies/made.hpp"
#include "policy_kit/library.hpp"
#include "policy_kit/stamp.hpp"

namespace heddle::python {
namespace {

constexpr std::size_t kMost = 32;  ///< policies of a kind in a process

/// What the file says of a class. The texts live as long as the process, as the registries need.
struct FileClass {
  std::string kind, name, doc, about, offer;
};

std::unique_ptr<policy::WarpScheduler> make_of(std::type_identity<policy::WarpScheduler>,
                                               const std::string& offer) {
  return make_scheduler(offer);
}
std::unique_ptr<policy::Throttle> make_of(std::type_identity<policy::Throttle>,
                                          const std::string& offer) {
  return make_throttle(offer);
}

/// The classes of one kind. A registry makes a policy by a function without arguments, so each
/// class has a function of its own.
template <typename Interface>
class Classes {
 public:
  static void hand_over(const FileClass& added, policy::LibraryReader& reader) {
    std::deque<FileClass>& all = known();
    if (all.size() == kMost)
      fail("a process takes {} policies in Python of the kind {}", kMost, Interface::kKind);
    const FileClass& kept = all.emplace_back(added);
    reader.take({{Interface::kKind, kept.name, kept.doc, kept.about}, makers()[all.size() - 1]});
  }

 private:
  using Maker = std::unique_ptr<Interface> (*)();

  static std::deque<FileClass>& known() {
    static std::deque<FileClass> classes;
    return classes;
  }
  template <std::size_t kNumber>
  static std::unique_ptr<Interface> make() {
    return make_of(std::type_identity<Interface>(), known()[kNumber].offer);
  }
  template <std::size_t... kNumbers>
  static std::array<Maker, kMost> makers_of(std::index_sequence<kNumbers...>) {
    return {&make<kNumbers>...};
  }
  static std::array<Maker, kMost> makers() { return makers_of(std::make_index_sequence<kMost>()); }
};

/// Runs the file. Throws Error with the exception that the file raised.
std::vector<FileClass> classes_of(const char* file) {
  const Locked lock;
  try {
    std::vector<FileClass> classes;
    for (const py::handle& row :
         py::module_::import("heddle._policies").attr("classes_of_file")(file)) {
      const auto [kind, name, doc, about, offer] =
          row.cast<std::tuple<std::string, std::string, std::string, std::string, std::string>>();
      classes.push_back({kind, name, doc, about, offer});
    }
    return classes;
  } catch (const py::error_already_set& raised) {
    fail("'{}': {}", file, raised.what());
  }
}

}  // namespace
}  // namespace heddle::python

extern "C" [[gnu::visibility("default")]] void heddle_python_policies(
    const char* file, heddle::policy::LibraryReader& reader) {
  using namespace heddle;  // NOLINT(google-build-using-namespace)
  python::start_interpreter();
  for (const python::FileClass& found : python::classes_of(file)) {
    if (found.kind == policy::WarpScheduler::kKind)
      python::Classes<policy::WarpScheduler>::hand_over(found, reader);
    else
      python::Classes<policy::Throttle>::hand_over(found, reader);
  }
}
