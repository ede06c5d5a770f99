#pragma once

/// Shows chosen events: an exact excerpt where the question matches best, or a quote of the same
/// text that was delivered before, and the concepts that lead on.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "evidence/choice.h"
#include "evidence/conversations.h"
#include "evidence/reply.h"
#include "evidence/routes.h"
#include "retrieve/query.h"
#include "text/excerpt.h"

namespace loci {

class Presenter {
 public:
  /// All that is given must outlive it, and the index must not change meanwhile. Without `quotes`
  /// every excerpt comes in full.
  Presenter(const std::vector<QueryTerm>& terms, const EvidenceSources& sources,
            const Conversations& conversations, bool quotes);

  /// Fills in what the reply shows of the events, in their order, and its delivery to the session
  /// of `chain`; with a cursor of that, at the end of `path`, where there are events, and else
  /// with the reason why there are none, which `pool` tells, from which they were chosen.
  Status present(const std::vector<Candidate>& chosen, const Pool& pool,
                 std::shared_ptr<Chain> chain, std::vector<int64_t> path,
                 EvidenceReply& reply) const;

 private:
  void add_term(const QueryTerm& term);
  Status show(const Candidate& chosen, std::string_view session, FoundEvent& found) const;
  void take_excerpt_of(const EventText& event, const Candidate& candidate, FoundEvent& found) const;
  Status quote(std::string_view session, FoundEvent& found) const;
  void quote_within(EvidenceReply& reply) const;
  Status name_duplicates(const Candidate& chosen, FoundEvent& found) const;
  Status add_concepts(EvidenceReply& reply) const;

  const EvidenceSources& sources_;
  const Conversations& conversations_;
  std::vector<ExcerptTerm> terms_;
  std::vector<std::vector<ExcerptForm>> forms_;  // of terms_
  bool quotes_;
};

}  // namespace loci
