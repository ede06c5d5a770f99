#pragma once

/// The replies of the evidence face as JSON: the one place that knows the names of their fields.

#include <string>
#include <vector>

#include "engine_arguments.h"
#include "evidence/follow_up.h"
#include "evidence/reply.h"

namespace loci {

std::string evidence_json(const EvidenceReply& reply, const std::vector<Warning>& warnings);
std::string read_text_json(const ReadText& read);

}  // namespace loci
