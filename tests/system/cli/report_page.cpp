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
      "--enable-logging=stderr --virtual-time-budget=5000 --dump-dom \"file://$PWD/" +
      page + "\"");
}

Finished drawn_after(const Playground& folder, const std::string& page, const std::string& script) {
  std::string text = folder.read(page);
  text.insert(
      text.rfind("</body>"),
      "<pre id=\"said\"></pre><script type=\"module\">\nconst done = (says) => "
      "(document.getElementById('said').textContent = '<' + JSON.stringify(says) + '>');\n" +
          script + "</script>\n");
  folder.write("after-" + page, text);
  return drawn(folder, "after-" + page);
}

nlohmann::json said_by(const Finished& drawn) {
  const std::string before = "<pre id=\"said\">&lt;";
  const std::size_t at = drawn.out.rfind(before);
  if (at == std::string::npos) throw std::runtime_error("the script has not ended: " + drawn.err);
  const std::size_t from = at + before.size();
  return nlohmann::json::parse(drawn.out.substr(from, drawn.out.find("&gt;</pre>", from) - from));
}

}  // namespace heddle::test
