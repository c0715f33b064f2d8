package io.sluice.filters.guide;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.List;

/** Sends what is indexed through a pipeline, and lets nobody delete. */
final class BulkExample implements Filter {

    private static final List<PathPattern> BULK =
            List.of(PathPattern.parse("/_bulk"), PathPattern.parse("/{index}/_bulk"));

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (BULK.stream().noneMatch(path -> path.matches(head.target()))) {
            return RequestPlan.pass();
        }
        return new RequestPlan.Bulk(head, new Items());
    }

    static RequestPlan dryRun(RequestHead head, Runnable onUnread) {
        return new RequestPlan.Watch(new RequestPlan.Bulk(head, new Items()), onUnread);
    }

    private static final class Items implements BulkVisitor {

        private static final BulkItemPlan NO_DELETE =
                new BulkItemPlan.Reject(403, "security_exception", "documents are not deleted here");

        private final BulkItemPlan clean =
                new BulkItemPlan.Rewrite(new BulkEdit().set(BulkField.PIPELINE, "clean"), null);

        @Override
        public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
            if (effective.operation() == BulkOperation.DELETE) {
                return NO_DELETE;
            }
            return effective.operation() == BulkOperation.UPDATE ? BulkItemPlan.keep() : clean;
        }
    }
}
