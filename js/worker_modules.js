// All modules of the worker in one list. A browser that loads them as they are would else learn of them
// level by level, each level a round trip later; so it asks for all at once.
//
// Tested by tests/js/worker_modules.test.js, which keeps the list complete.

import '../bindings/hosts/codes.js';
import '../bindings/hosts/indexed_db.js';
import '../bindings/hosts/log_room.js';
import '../bindings/hosts/opfs.js';
import '../bindings/hosts/opfs_dictionary.js';
import '../bindings/hosts/opfs_directory.js';
import '../bindings/hosts/paged_file.js';
import '../bindings/hosts/snapshot.js';
import '../bindings/hosts/snapshot_host.js';
import '../bindings/hosts/spare.js';
import '../bindings/hosts/store_name.js';
import '../build/wasm/loci.js';
import './arguments.js';
import './attachments.js';
import './batch_runs.js';
import './batches.js';
import './dictionary.js';
import './embedder.js';
import './errors.js';
import './evidence.js';
import './faces.js';
import './imported_items.js';
import './ladder.js';
import './memory.js';
import './methods.js';
import './model.js';
import './module.js';
import './next_task.js';
import './open.js';
import './palace.js';
import './parts.js';
import './reembed.js';
import './runtime.js';
import './tabs/agreement.js';
import './tabs/alone.js';
import './tabs/calls.js';
import './tabs/executor.js';
import './tabs/following.js';
import './tabs/leadership.js';
import './tabs/leading.js';
import './tabs/link.js';
import './tabs/opening.js';
import './tabs/protocol.js';
import './tabs/recent_answers.js';
import './tabs/seat.js';
import './tabs/shared_dictionary.js';
import './tabs/take_seat.js';
import './vectors.js';
import './wire.js';
