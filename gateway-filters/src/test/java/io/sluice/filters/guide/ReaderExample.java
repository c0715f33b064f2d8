package io.sluice.filters.guide;

import io.sluice.api.ClusterReader;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses requests while a cluster behind it says that it is red. */
final class ReaderExample implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(ReaderExample.class);
    private static final RequestTarget HEALTH = RequestTarget.parse("/_cluster/health?filter_path=status");

    private final Map<String, Boolean> red = new ConcurrentHashMap<>();

    ReaderExample(FilterContext context) {
        for (ClusterReader cluster : context.reached()) {
            context.blockingExecutor().execute(() -> look(cluster));
            context.every(cluster.every(), () -> look(cluster));
        }
    }

    private void look(ClusterReader cluster) {
        try {
            Object status = cluster.get(HEALTH).get("status");
            red.put(cluster.cluster(), "red".equals(status));
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("cluster", cluster.cluster()).setCause(e).log("the last status is kept");
        }
    }

    @Override
    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
        return red.containsValue(true)
                ? RequestPlan.answer(Reply.error(503, "cluster_is_red", "shards are missing"))
                : RequestPlan.pass();
    }
}
