#pragma once

/// The evidence face's answer to a question: a few events that the session was not given yet, each
/// with an exact excerpt, and a cursor to ask on by.

#include <string>
#include <vector>

#include "base/result.h"
#include "evidence/conversations.h"
#include "evidence/cursors.h"
#include "evidence/reply.h"
#include "evidence/routes.h"

namespace loci {

inline constexpr size_t kMostEvents = 4;  // of one reply

struct SearchRequest {
  std::string session;
  Question question;                 // whose `excluded` is filled from `exclude`
  std::vector<std::string> exclude;  // ids of events; unknown ones do no harm
  bool include_delivered = false;    // nothing is left out or quoted for having been delivered
  bool reset_seen = false;           // all that the session was given is forgotten first
};

/// Says in the reply what became of the question's embedding.
void note_vectors(const ReadQuestion& read, const Question& question, EventIndex& index,
                  EvidenceReply& reply);

/// Reads top to bottom as SPEC 4 does: pool, routes, choice, presentation. Changes nothing: what
/// was delivered is known once the caller records the reply's delivery.
Status search(SearchRequest request, const EvidenceSources& sources,
              const Conversations& conversations, EvidenceReply& reply);

}  // namespace loci
