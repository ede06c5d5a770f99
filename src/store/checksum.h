#pragma once

/// The eight bytes at the end of every database page that say whether the page is what was written.
/// The layout is that of SQLite's checksum VFS, so that the `sqlite3` command line opens the file
/// and its `cksumvfs` extension verifies it. See FORMAT.md, "Pages".

#include <cstdint>

namespace loci {

/// Bytes of a database page, checksum included. A store has this page size and no other.
inline constexpr int kPageSize = 4096;

/// Bytes that SQLite leaves free at the end of each page (header byte 20), for the checksum.
inline constexpr int kChecksumSize = 8;

/// Computes the checksum of the first kPageSize - kChecksumSize bytes at `page` and stores it in
/// the last kChecksumSize bytes. `page` holds kPageSize bytes, of any alignment.
void write_page_checksum(void* page);

/// Whether the last kChecksumSize bytes at `page` are the checksum of those before. A page of
/// zeros, which a hole in a file reads as, matches.
bool page_checksum_matches(const void* page);

}  // namespace loci
