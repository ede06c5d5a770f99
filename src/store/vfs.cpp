#include "store/vfs.h"

#include <algorithm>
#include <cstring>

#include "base/concat.h"
#include "store/image.h"

// Three layers, top to bottom: Vfs's own methods, which do the work over the Host; VfsCallbacks,
// the C functions that SQLite calls; and the tables of those functions.
//
// What is claimed of the medium is what every host gives and no more: sectors of 4096 bytes, no
// atomic write, no order between writes but by flush. Version 1 of the file methods has no shared
// memory, so SQLite takes a write-ahead log only in exclusive locking mode, which is what we want.
//
// Of an atomic host it is claimed that a batch of writes is atomic (SQLITE_IOCAP_BATCH_ATOMIC):
// then SQLite writes the pages of a transaction between two file controls, which are the host's
// begin_commit() and commit(). Once the host has taken a commit nothing may fail any more, or
// SQLite would call a transaction failed that is there. So what SQLite does after it needs no host:
// the flush is done, the size is known, and a tail that cannot be cut off is left, unread.
//
// Tested by tests/store/vfs_test.cpp, power_cut_native_test.cpp and atomic_host_test.cpp.

namespace loci {
namespace {

constexpr int kSectorSize = 4096;
constexpr int kLogHeaderSize = 32;
constexpr int64_t kNoTail = INT64_MAX;

int64_t& open_count() {
  static int64_t count = 0;
  return count;
}

bool is_page(StoreFile file, int count, int64_t offset) {
  return file == StoreFile::kDatabase && count == kPageSize && offset % kPageSize == 0;
}

/// The code that SQLite gets for a host's failure.
int code_of(int64_t failure, int otherwise) {
  if (failure == kHostFull) return SQLITE_FULL;
  if (failure == kHostReadOnly) return SQLITE_READONLY;
  if (failure == kHostTooLarge) return kCommitTooLarge;
  return otherwise;
}

/// splitmix64 (Steele, Lea, Flood 2014): the next number of a stream of good bits from any seed.
uint64_t next_random(uint64_t& state) {
  uint64_t x = state += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

struct FileName {
  const char* name;
  StoreFile file;
};
constexpr FileName kFileNames[] = {
    {kDatabaseName, StoreFile::kDatabase},
    {"db-wal", StoreFile::kWal},
    {"db-journal", StoreFile::kJournal},
};

/// Which file `name` means; null for none of ours.
const StoreFile* find_file(const char* name) {
  for (const FileName& known : kFileNames) {
    if (name != nullptr && std::strcmp(name, known.name) == 0) return &known.file;
  }
  return nullptr;
}

}  // namespace

void Vfs::forgive(bool damage) {
  forgiving_ = damage;
  show_blank_start();
}

void Vfs::show_blank_start() {
  unsigned char page[kPageSize] = {};
  (void)host_.read(StoreFile::kDatabase, page, kPageSize, 0);
  if (is_first_page(page, host_.size(StoreFile::kDatabase))) return;
  blank_ = std::make_unique<unsigned char[]>(kPageSize);
  write_blank_first_page(blank_.get(), host_.durable());
}

/// Whether what ends at `end` is shown from the blank page.
bool Vfs::is_blank(StoreFile file, int64_t end) const {
  return blank_ && file == StoreFile::kDatabase && end <= kPageSize;
}

int Vfs::read(StoreFile file, void* to, int count, int64_t offset) {
  if (is_blank(file, offset + count)) {
    showed_blank_ |= count == kPageSize;
    return std::memcpy(to, blank_.get() + offset, count), SQLITE_OK;
  }
  const int64_t got = is_page(file, count, offset) ? ahead_.read_page(to, offset)
                                                   : host_.read(file, to, count, offset);
  if (got < 0 || got > count) return ++failed_reads_, SQLITE_IOERR_READ;
  std::memset(static_cast<unsigned char*>(to) + got, 0, count - got);
  if (is_page(file, count, offset) && !page_checksum_matches(to)) {
    if (forgiving_) return std::memset(to, 0, count), SQLITE_OK;
    if (damaged_page_ == 0) damaged_page_ = static_cast<uint32_t>(offset / kPageSize + 1);
    return SQLITE_IOERR_DATA;
  }
  return got == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int Vfs::write(StoreFile file, const void* from, int count, int64_t offset) {
  if (read_only_) return SQLITE_READONLY;
  if (atomic_ && !in_commit_) return kCommitFailed;
  if (file == StoreFile::kDatabase) ahead_.forget();
  if (is_page(file, count, offset)) {
    std::memcpy(outgoing_, from, kPageSize);
    write_page_checksum(outgoing_);
    from = outgoing_;
  }
  if (file == StoreFile::kWal && offset >= kLogHeaderSize) log_tail_ = std::min(log_tail_, offset);
  commit_end_ = std::max(commit_end_, offset + count);
  if (is_blank(file, offset + count)) blank_.reset();
  const int64_t done = host_.write(file, from, count, offset);
  if (done == count) return SQLITE_OK;
  // A count that is short, or larger than asked, is how some hosts say that they are full.
  return done >= 0 ? SQLITE_FULL : code_of(done, atomic_ ? kCommitFailed : SQLITE_IOERR_WRITE);
}

int Vfs::truncate(StoreFile file, int64_t size) {
  if (read_only_) return SQLITE_READONLY;
  if (file == StoreFile::kDatabase) ahead_.forget();
  const int done = host_.truncate(file, size);
  if (done == 0) size_ = std::min(size_, size);
  return done == 0 || atomic_ ? SQLITE_OK : code_of(done, SQLITE_IOERR_TRUNCATE);
}

int Vfs::flush(StoreFile file) {
  if (read_only_ || atomic_) return SQLITE_OK;
  const int done = host_.flush(file);
  return done == 0 ? SQLITE_OK : code_of(done, SQLITE_IOERR_FSYNC);
}

int Vfs::begin_commit() {
  commit_end_ = 0;
  const int begun = host_.begin_commit();
  in_commit_ = begun == 0;
  return in_commit_ ? SQLITE_OK : code_of(begun, kCommitFailed);
}

int Vfs::commit() {
  const int done = host_.commit();
  if (done != 0) return code_of(done, kCommitFailed);
  in_commit_ = false;
  size_ = std::max(size_, commit_end_);
  return SQLITE_OK;
}

void Vfs::abandon_commit() {
  in_commit_ = false;
  host_.abandon_commit();
}

int Vfs::remove(StoreFile file) {
  if (!has_file(file)) return SQLITE_OK;
  const int cut = truncate(file, 0);
  return cut == SQLITE_OK ? flush(file) : cut;
}

int Vfs::file_size(StoreFile file, int64_t* size) {
  if (!has_file(file)) return *size = 0, SQLITE_OK;
  *size = atomic_ && size_ >= 0 ? size_ : host_.size(file);
  if (*size < 0) return ++failed_reads_, SQLITE_IOERR_FSTAT;
  if (is_blank(file, 0)) *size = std::max<int64_t>(*size, kPageSize);  // a log needs a database
  size_ = *size;
  return SQLITE_OK;
}

void Vfs::mark_log() { log_tail_ = kNoTail; }

void Vfs::discard_log_tail() {
  if (log_tail_ == kNoTail) return;
  if (truncate(StoreFile::kWal, log_tail_) == SQLITE_OK) (void)flush(StoreFile::kWal);
  mark_log();
}

void Vfs::fill_random(unsigned char* bytes, int count) {
  for (int i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(next_random(random_state_));
}

/// What SQLite calls. Each finds its Vfs and hands over.
struct VfsCallbacks {
  struct File {
    sqlite3_file base;
    Vfs* vfs;
    StoreFile file;
  };

  static File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
  static Vfs& of(sqlite3_vfs* vfs) { return *static_cast<Vfs*>(vfs->pAppData); }

  static int close(sqlite3_file*) { return SQLITE_OK; }
  static int read(sqlite3_file* f, void* to, int count, sqlite3_int64 offset) {
    return of(f).vfs->read(of(f).file, to, count, offset);
  }
  static int write(sqlite3_file* f, const void* from, int count, sqlite3_int64 offset) {
    return of(f).vfs->write(of(f).file, from, count, offset);
  }
  static int truncate(sqlite3_file* f, sqlite3_int64 size) {
    return of(f).vfs->truncate(of(f).file, size);
  }
  static int flush(sqlite3_file* f, int) { return of(f).vfs->flush(of(f).file); }
  static int file_size(sqlite3_file* f, sqlite3_int64* size) {
    int64_t bytes = 0;
    const int code = of(f).vfs->file_size(of(f).file, &bytes);
    *size = bytes;
    return code;
  }

  static int lock(sqlite3_file*, int) { return SQLITE_OK; }
  static int check_reserved_lock(sqlite3_file*, int* held) {
    *held = 0;
    return SQLITE_OK;
  }
  static int sector_size(sqlite3_file*) { return kSectorSize; }
  static int device_characteristics(sqlite3_file* f) {
    return of(f).vfs->atomic_ ? SQLITE_IOCAP_BATCH_ATOMIC : 0;
  }

  static int file_control(sqlite3_file* f, int operation, void* argument) {
    Vfs& vfs = *of(f).vfs;
    switch (operation) {
      case SQLITE_FCNTL_PRAGMA:
        return check_pragma(vfs, static_cast<char**>(argument));
      case SQLITE_FCNTL_BEGIN_ATOMIC_WRITE:
        return vfs.begin_commit();
      case SQLITE_FCNTL_COMMIT_ATOMIC_WRITE:
        return vfs.commit();
      case SQLITE_FCNTL_ROLLBACK_ATOMIC_WRITE:
        vfs.abandon_commit();
        return SQLITE_OK;
      default:
        return SQLITE_NOTFOUND;
    }
  }

  /// Refuses the journal modes that the recovery of a store was not proven for. `pragma` is a place
  /// for the error's text, the name, the value.
  static int check_pragma(Vfs& vfs, char** pragma) {
    if (sqlite3_stricmp(pragma[1], "journal_mode") != 0 || pragma[2] == nullptr) {
      return SQLITE_NOTFOUND;
    }
    const auto is = [&](const char* mode) { return sqlite3_stricmp(pragma[2], mode) == 0; };
    if (vfs.atomic_ ? is("memory") : is("wal") || is("delete")) return SQLITE_NOTFOUND;
    pragma[0] = sqlite3_mprintf("journal_mode cannot be '%s' here", pragma[2]);
    return SQLITE_ERROR;
  }

  static int open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* f, int flags, int* given);
  static int remove(sqlite3_vfs* vfs, const char* name, int) {
    const StoreFile* file = find_file(name);
    return file == nullptr ? SQLITE_IOERR_DELETE : of(vfs).remove(*file);
  }
  static int exists(sqlite3_vfs* vfs, const char* name, int, int* answer) {
    const StoreFile* file = find_file(name);
    int64_t size = 0;
    const int code = file == nullptr ? SQLITE_OK : of(vfs).file_size(*file, &size);
    *answer = size > 0;
    return code;
  }
  static int full_path(sqlite3_vfs*, const char* name, int capacity, char* path) {
    if (std::strlen(name) >= static_cast<size_t>(capacity)) return SQLITE_CANTOPEN;
    std::strcpy(path, name);
    return SQLITE_OK;
  }
  static int randomness(sqlite3_vfs* vfs, int count, char* bytes) {
    of(vfs).fill_random(reinterpret_cast<unsigned char*>(bytes), count);
    return count;
  }
  static int sleep(sqlite3_vfs*, int microseconds) { return microseconds; }
  /// Loci has no clock of its own: times come with each call. For SQLite it is always 1970.
  static int current_time(sqlite3_vfs*, double* julian_day) {
    *julian_day = 2440587.5;
    return SQLITE_OK;
  }
  static int last_error(sqlite3_vfs*, int, char*) { return 0; }
};

namespace {

constexpr sqlite3_io_methods file_methods() {
  sqlite3_io_methods methods = {};
  methods.iVersion = 1;
  methods.xClose = VfsCallbacks::close;
  methods.xRead = VfsCallbacks::read;
  methods.xWrite = VfsCallbacks::write;
  methods.xTruncate = VfsCallbacks::truncate;
  methods.xSync = VfsCallbacks::flush;
  methods.xFileSize = VfsCallbacks::file_size;
  methods.xLock = VfsCallbacks::lock;
  methods.xUnlock = VfsCallbacks::lock;
  methods.xCheckReservedLock = VfsCallbacks::check_reserved_lock;
  methods.xFileControl = VfsCallbacks::file_control;
  methods.xSectorSize = VfsCallbacks::sector_size;
  methods.xDeviceCharacteristics = VfsCallbacks::device_characteristics;
  return methods;
}

constexpr sqlite3_io_methods kFileMethods = file_methods();

}  // namespace

int VfsCallbacks::open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* f, int flags,
                       int* given) {
  f->pMethods = nullptr;
  const StoreFile* file = find_file(name);
  if (file == nullptr || !of(vfs).has_file(*file)) return SQLITE_CANTOPEN;
  of(f).vfs = &of(vfs);
  of(f).file = *file;
  f->pMethods = &kFileMethods;
  if (of(vfs).read_only_) {
    flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  }
  if (given != nullptr) *given = flags;
  return SQLITE_OK;
}

Vfs::Vfs(Host& host, VfsOptions options)
    : host_(host),
      ahead_(host),
      read_only_(options.read_only),
      atomic_(host.atomic()),
      random_state_(options.random_seed),
      log_tail_(kNoTail),
      name_(concat({"loci-", ++open_count()})) {
  vfs_.iVersion = 1;
  vfs_.szOsFile = sizeof(VfsCallbacks::File);
  vfs_.mxPathname = 64;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = VfsCallbacks::open;
  vfs_.xDelete = VfsCallbacks::remove;
  vfs_.xAccess = VfsCallbacks::exists;
  vfs_.xFullPathname = VfsCallbacks::full_path;
  vfs_.xRandomness = VfsCallbacks::randomness;
  vfs_.xSleep = VfsCallbacks::sleep;
  vfs_.xCurrentTime = VfsCallbacks::current_time;
  vfs_.xGetLastError = VfsCallbacks::last_error;
  // SQLite seeds its one generator from the default VFS at the next use after a reset.
  sqlite3_vfs_register(&vfs_, /*makeDflt=*/1);
  sqlite3_randomness(0, nullptr);
}

Vfs::~Vfs() { sqlite3_vfs_unregister(&vfs_); }

}  // namespace loci

// With SQLITE_OS_OTHER, SQLite has no file system but those registered above.
extern "C" int sqlite3_os_init() { return SQLITE_OK; }
extern "C" int sqlite3_os_end() { return SQLITE_OK; }
