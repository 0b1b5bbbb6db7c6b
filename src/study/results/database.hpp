// A SQLite database: statements with values bound by place, rows read by column, transactions that
// are undone unless they are committed. Errors name the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "heddle/base/exception.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace heddle::study {

class Database;

/// What to type instead of a file that holds something else or may not be written.
inline constexpr const char* kNameAnother =
    "name another (--results of heddle sweep, --out of heddle reproduce)";

/// There is no room for what was to be stored.
class DiskFull : public Error {
 public:
  using Error::Error;
};

class Statement {
 public:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Handle = std::unique_ptr<sqlite3_stmt, Finalize>;

  Statement(Database& database, const std::string& sql);

  /// Binds the next place.
  Statement& bind(const std::string& text);
  Statement& bind(double number);
  Statement& bind(std::int64_t number);
  Statement& bind(std::uint64_t number) { return bind(static_cast<std::int64_t>(number)); }
  /// A value of the present row of another statement, of another database perhaps.
  Statement& bind(const Statement& row, int column);

  bool next();  ///< to the next row; false: there is none
  void run();   ///< to the end; then the places can be bound anew

  std::string text(int column) const;
  double number(int column) const;
  std::int64_t whole(int column) const;
  int columns() const;
  std::string column_name(int column) const;

 private:
  void check(int code) const;

  Database* database_;
  Handle statement_;
  int bound_ = 0;
};

class Database {
 public:
  /// `create`: makes the file if there is none. Throws Error. Another process that holds the file
  /// is waited for a few seconds.
  Database(const std::filesystem::path& file, bool create);

  /// From now on another process that holds the file is waited for a minute: what is to be stored
  /// took long to make.
  void be_patient();
  bool is_read_only() const;  ///< it is there, and may not be written

  void execute(const std::string& sql);  ///< statements without values
  /// The same, of a file: what is wrong is named by it and a line.
  void execute_file(const std::filesystem::path& file, const std::string& sql);
  /// Refuses temporary views that the file made of what does not exist: SQLite looks at their first
  /// use.
  void check_views(const std::filesystem::path& file, const std::string& sql);
  std::int64_t last_row() const;
  const std::filesystem::path& file() const { return file_; }
  sqlite3* handle() const { return handle_.get(); }
  /// Throws Error, DiskFull where that is the reason.
  [[noreturn]] void fail_with_reason() const;
  std::string reason() const;  ///< of the last failure

 private:
  [[noreturn]] void fail_at(const std::filesystem::path& file, const std::string& sql,
                            std::ptrdiff_t place) const;

  struct Close {
    void operator()(sqlite3* handle) const;
  };

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database* database_;
  bool open_ = true;
};

}  // namespace heddle::study
