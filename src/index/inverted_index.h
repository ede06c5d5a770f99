#pragma once

/// The inverted index: from terms to the documents that hold them, with the counts that BM25 needs.
/// It lives in memory, is never stored, and holds no text.
///
/// Writing costs time for the touched postings only. Documents are numbered by slots in the order
/// of append(); the slots of removed ones are taken back by renumbering once they outnumber the
/// living, so that a write is cheap on average and memory follows what is held. Scores and order of
/// an index that grew, shrank and grew are, to the last bit, those of one built afresh: they follow
/// from counts alone.

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/bm25.h"
#include "index/document.h"
#include "index/merged_list.h"
#include "index/part_table.h"
#include "index/posting_list.h"
#include "index/related_terms.h"
#include "index/term_dictionary.h"
#include "text/forms.h"
#include "text/token.h"

namespace loci {

class InvertedIndex {
 public:
  /// With kOff no word has relatives, and nothing is kept for them.
  explicit InvertedIndex(Bm25Parameters parameters, Forms forms = Forms::kOff)
      : parameters_(parameters), forms_(forms) {}

  Forms forms() const { return forms_; }

  /// Adds a document. `document.id` is above every id that was ever appended. Its length is the
  /// number of its tokens that count (counts_in_length()).
  void append(const Document& document, const TokenBuffer& tokens);

  /// Removes the document `id`; `tokens` are those it was appended with. False if there is none.
  bool remove(int64_t id, const TokenBuffer& tokens);

  /// Removes the documents whose slot is not marked in `kept`, though nobody knows their tokens any
  /// more, and compacts. Costs a pass over the whole index, however many they are.
  void keep_only(const bool* kept);

  void clear();

  /// The number of a category, the same for equal names while the index lives: the group of its
  /// documents. An index of documents whose groups have no names, or none that matter for their
  /// order, interns none.
  uint32_t intern_category(std::string_view name);
  std::optional<uint32_t> find_category(std::string_view name) const;
  std::string_view category_name(uint32_t category) const { return category_names_[category]; }
  size_t category_count() const { return category_names_.size(); }

  /// The list of a term, or nullptr. Valid until the next append, remove or clear.
  PostingList* find(std::string_view term);

  /// The terms that are like `word`, a folded word, without itself; it need not be in the index.
  /// The most alike first, then by bytes: what the index holds decides alone. Valid until the next
  /// append, remove or clear.
  std::vector<Relative> relatives(std::string_view word);

  /// The lists of all bigrams that begin or end with `character`: one code point of a script
  /// without spaces and the marks it carries. In no order.
  std::vector<PostingList*> lists_of_bigrams_with(std::string_view character);

  uint32_t document_count() const { return document_count_; }
  Bm25 bm25() const { return bm25_of(document_count_, average_length()); }
  /// The formula for so many documents of that average length, which may be some of those here.
  Bm25 bm25_of(uint64_t document_count, double average_length) const {
    return Bm25(parameters_, document_count, average_length);
  }
  double average_length() const;
  /// bm25.term_part() in single precision. Valid until the next call.
  const PartTable& part_table(const Bm25& bm25) const {
    parts_.fit(bm25);
    return parts_;
  }

  /// The slots 0 .. slot_count() - 1; some are dead, and no posting names those.
  Slot slot_count() const { return static_cast<Slot>(documents_.size()); }
  bool is_alive(Slot slot) const { return lengths_[slot] != kDeadLength; }
  const Document& document(Slot slot) const { return documents_[slot]; }
  uint32_t length(Slot slot) const { return lengths_[slot]; }
  const uint32_t* lengths() const { return lengths_.data(); }
  /// By slot, to read in order: quicker than document() by document().
  const std::deque<Document>& documents() const { return documents_; }

  /// Store order, which decides ties: category by bytes, then id; by id alone where no category was
  /// interned.
  bool stands_before(Slot a, Slot b) const { return stands_before(documents_[a], documents_[b]); }
  bool stands_before(const Document& a, const Document& b) const;

  /// The slot of document `id`, or slot_count().
  Slot slot_of(int64_t id) const;

  size_t term_count() const { return dictionary_.size(); }
  size_t byte_size() const;

  /// Takes back what removed documents left behind.
  void compact();

 private:
  static constexpr uint32_t kDeadLength = ~uint32_t{0};
  static constexpr size_t kBigramPlaces = 4096;

  void bury(Slot slot);
  void compact_when_mostly_dead();
  void note_term(TermId id, TokenShape shape);
  void forget_term(TermId id);
  void note_bigram(std::string_view term, TermId id);
  void forget_bigram(std::string_view term, TermId id);

  Bm25Parameters parameters_;
  Forms forms_;
  TermDictionary dictionary_;
  RelatedTerms related_;
  std::deque<Document> documents_;     // by slot; ids ascend
  std::vector<uint32_t> lengths_;      // by slot, in tokens that count; kDeadLength for dead slots
  uint32_t document_count_ = 0;        // living
  std::vector<PostingList*> touched_;  // by the document being appended
  mutable PartTable parts_;            // for the average length last asked for
  uint64_t total_length_ = 0;          // of the living
  std::map<std::string, uint32_t, std::less<>> categories_;
  std::vector<std::string_view> category_names_;  // the keys of categories_, by number
  std::vector<std::vector<TermId>> bigrams_;      // by the low bits of each code point in them
};

}  // namespace loci
