#include "study/results/database.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include "heddle/base/error.hpp"

namespace heddle::study {
namespace {

/// The first character that is not white space.
const char* first_word(const char* text) {
  while (std::isspace(static_cast<unsigned char>(*text)) != 0) ++text;
  return text;
}

constexpr int kOpeningMilliseconds = 5'000, kStoringMilliseconds = 60'000;

/// Whether a write may have failed because the process has a limit on the size of files.
bool is_limited(sqlite3* handle) {
  rlimit limit{};
  return sqlite3_errcode(handle) == SQLITE_IOERR && getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         limit.rlim_cur != RLIM_INFINITY;
}

bool is_full(sqlite3* handle) {
  const int error = sqlite3_system_errno(handle);
  return sqlite3_errcode(handle) == SQLITE_FULL ||
         (sqlite3_errcode(handle) == SQLITE_IOERR && (error == EDQUOT || error == EFBIG));
}

/// Advice for the SQLite error code; "" if there is none.
std::string advice(int code) {
  switch (code) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_READONLY:
      return kNameAnother;
    case SQLITE_BUSY:
      return "another process works on this file: end it, then run this again";
    case SQLITE_FULL:
      return "free space there";
    default:
      return "";
  }
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Database::Database(const std::filesystem::path& file, bool create) : file_(file) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail_with_reason();
  sqlite3_busy_timeout(handle, kOpeningMilliseconds);
  execute("PRAGMA foreign_keys = ON");
}

void Database::be_patient() { sqlite3_busy_timeout(handle(), kStoringMilliseconds); }

bool Database::is_read_only() const { return sqlite3_db_readonly(handle(), "main") == 1; }

void Database::fail_with_reason() const {
  const bool full = is_full(handle());
  const std::string what = is_limited(handle())
                               ? "this shell bounds the size of a file: raise it with 'ulimit -f'"
                               : advice(full ? SQLITE_FULL : sqlite3_errcode(handle()));
  const std::string message =
      fmt::format("{}: {}{}{}", file_.string(), reason(), what.empty() ? "" : "; ", what);
  if (full) throw DiskFull(message);
  throw Error(message);
}

std::string Database::reason() const { return sqlite3_errmsg(handle_.get()); }

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail_with_reason();
  }
}

void Database::fail_at(const std::filesystem::path& file, const std::string& sql,
                       std::ptrdiff_t place) const {
  fail("{}:{}: {}", file.string(), 1 + std::count(sql.begin(), sql.begin() + place, '\n'),
       reason());
}

void Database::execute_file(const std::filesystem::path& file, const std::string& sql) {
  const char* rest = sql.c_str();
  const auto refuse = [&](const char* place) { fail_at(file, sql, place - sql.c_str()); };
  while (*first_word(rest) != 0) {
    const char* const begin = rest;
    sqlite3_stmt* prepared = nullptr;
    int code = sqlite3_prepare_v2(handle(), begin, -1, &prepared, &rest);
    const Statement::Handle statement(prepared);
    const int offset = sqlite3_error_offset(handle());
    if (code != SQLITE_OK) refuse(offset >= 0 ? begin + offset : first_word(begin));
    do {
      code = statement ? sqlite3_step(statement.get()) : SQLITE_DONE;
    } while (code == SQLITE_ROW);
    if (code != SQLITE_DONE) refuse(first_word(begin));
  }
}

void Database::check_views(const std::filesystem::path& file, const std::string& sql) {
  std::vector<std::string> views;
  Statement made(*this, "SELECT name FROM sqlite_temp_master WHERE type = 'view' ORDER BY rowid");
  while (made.next()) views.push_back(made.text(0));
  for (const std::string& name : views) {
    const std::size_t at = sql.find("VIEW " + name + " ");
    if (at == std::string::npos) continue;
    sqlite3_stmt* prepared = nullptr;
    const std::string query = "SELECT * FROM temp." + name;
    const int code = sqlite3_prepare_v2(handle(), query.c_str(), -1, &prepared, nullptr);
    const Statement::Handle statement(prepared);
    if (code != SQLITE_OK) fail_at(file, sql, static_cast<std::ptrdiff_t>(at));
  }
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle()); }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(Database& database, const std::string& sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_->fail_with_reason();
}

Statement& Statement::bind(const std::string& text) {
  check(sqlite3_bind_text(statement_.get(), ++bound_, text.data(), static_cast<int>(text.size()),
                          SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind(double number) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, number));
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, number));
  return *this;
}

Statement& Statement::bind(const Statement& row, int column) {
  sqlite3_value* const value = sqlite3_column_value(row.statement_.get(), column);
  check(sqlite3_bind_value(statement_.get(), ++bound_, value));
  return *this;
}

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_->fail_with_reason();
  return code == SQLITE_ROW;
}

void Statement::run() {
  while (next()) {
  }
  sqlite3_reset(statement_.get());
  bound_ = 0;
}

std::string Statement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr
             ? ""
             : std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

double Statement::number(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::int64_t Statement::whole(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

void Statement::append_exact(int column, std::string& bytes) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_NULL:
      bytes += 'n';
      return;
    case SQLITE_INTEGER:
      fmt::format_to(std::back_inserter(bytes), "i{:x};",
                     static_cast<std::uint64_t>(whole(column)));
      return;
    case SQLITE_FLOAT:
      fmt::format_to(std::back_inserter(bytes), "f{:x};",
                     std::bit_cast<std::uint64_t>(number(column)));
      return;
    default: {
      const bool is_text = sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT;
      const auto* value = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
      const int size = sqlite3_column_bytes(statement_.get(), column);
      fmt::format_to(std::back_inserter(bytes), "{}{:x};", is_text ? 't' : 'b', size);
      bytes.append(value == nullptr ? "" : value, static_cast<std::size_t>(size));
    }
  }
}

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string Statement::column_name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

Transaction::Transaction(Database& database) : database_(&database) {
  database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_->execute("COMMIT");
  open_ = false;
}

}  // namespace heddle::study
