package io.sluice.chain;

import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.bulk.answer.ItemPaths;
import io.sluice.bulk.answer.RejectedItemsInserter;
import io.sluice.bulk.line.BulkRejections;
import io.sluice.bulk.line.BulkRewriter;
import io.sluice.json.ByteStage;
import org.jspecify.annotations.Nullable;

/**
 * A filter that looks at the items of a bulk, and may take some out. For one exchange.
 *
 * @param asked the target as it came to the filter
 */
record Rejecting(NamedFilter filter, BulkRewriter items, RequestTarget asked) {

    private static final int OK = 200;

    /** Puts what the filter took out into an answer; null if nothing was taken out, or the answer is none to a bulk. */
    @Nullable ByteStage inserter(ResponseHead answer) {
        BulkRejections rejections = items.rejections();
        return answer.status() == OK && !rejections.isEmpty()
                ? new RejectedItemsInserter(rejections, ItemPaths.keepEach(asked))
                : null;
    }
}
