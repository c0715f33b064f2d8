/** Bulk requests, scanned while they stream, and the answers with one item for each action. */
@NullMarked
package io.sluice.bench.stub.bulk;

import org.jspecify.annotations.NullMarked;
