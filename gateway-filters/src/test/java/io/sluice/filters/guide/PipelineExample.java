package io.sluice.filters.guide;

import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterType;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.util.Map;

/** Sends the documents of bulks through an ingest pipeline, chosen by their index. */
@FilterType("bulk-pipeline")
record PipelineExample(@Key("the pipeline of an index") Map<String, String> pipelines) implements Filter {

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        if (!head.is("/_bulk", "/{index}/_bulk")) {
            return RequestPlan.pass();
        }
        return new RequestPlan.Bulk(head, (item, url, position) -> {
            String pipeline = item.index() == null ? null : pipelines.get(item.index());
            boolean stores = item.operation() == BulkOperation.INDEX || item.operation() == BulkOperation.CREATE;
            return pipeline != null && stores
                    ? new BulkItemPlan.Rewrite(new BulkEdit().set(BulkField.PIPELINE, pipeline), null)
                    : BulkItemPlan.keep();
        });
    }
}
