#include "query.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace heddle::test {

Rows query(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  sqlite3_busy_timeout(database, 10'000);
  Rows rows;
  const auto add = [](void* to, int columns, char** values, char**) {
    auto& row = static_cast<Rows*>(to)->emplace_back();
    for (int i = 0; i < columns; ++i) row.emplace_back(values[i] == nullptr ? "" : values[i]);
    return 0;
  };
  char* message = nullptr;
  sqlite3_exec(database, sql.c_str(), add, &rows, &message);
  EXPECT_EQ(message, nullptr) << message;
  sqlite3_free(message);
  sqlite3_close(database);
  return rows;
}

}  // namespace heddle::test
