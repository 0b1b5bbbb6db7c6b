#include "study/corun/corun_request.hpp"

namespace heddle::study {

sim::ConfigurationRequest alone_configuration(const CorunRequest& request) {
  sim::ConfigurationRequest wanted = request.configuration;
  wanted.assignments.insert(wanted.assignments.end(), request.alone_settings.begin(),
                            request.alone_settings.end());
  std::erase_if(wanted.assignments,
                [](const std::string& text) { return text.starts_with("corun."); });
  // The policy `leftover` does not limit a program that runs alone. This assignment overrides the
  // policy that a machine file may choose.
  wanted.assignments.emplace_back("corun=leftover");
  return wanted;
}

}  // namespace heddle::study
