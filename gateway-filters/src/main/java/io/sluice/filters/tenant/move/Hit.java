package io.sluice.filters.tenant.move;

import org.jspecify.annotations.Nullable;

/**
 * A document in an answer of a cluster.
 *
 * @param found whether it is there
 * @param source as it is stored; null if it is not there, or has none
 * @param problem why the cluster cannot say; null if it can
 */
@SuppressWarnings("ArrayRecordComponent")
record Hit(
        StoredName name,
        boolean found,
        long version,
        long seqNo,
        long term,
        byte @Nullable [] source,
        @Nullable String problem) {}
