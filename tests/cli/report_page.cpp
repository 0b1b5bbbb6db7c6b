#include "report_page.hpp"

#include <cstdlib>
#include <stdexcept>

namespace heddle::test {

nlohmann::json data_of_page(const std::string& page) {
  const std::string before = "id=\"data\">";
  const std::size_t begin = page.find(before);
  if (begin == std::string::npos) throw std::runtime_error("the page has no data");
  const std::size_t from = begin + before.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

bool has_browser() { return std::system("command -v chromium > /dev/null 2>&1") == 0; }

Finished drawn(const Playground& folder, const std::string& page) {
  return folder.shell(
      "exec timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
      "--no-first-run --disable-extensions --user-data-dir=\"$PWD/browser\" "
      "--enable-logging=stderr --dump-dom \"file://$PWD/" +
      page + "\"");
}

}  // namespace heddle::test
