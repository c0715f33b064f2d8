package io.sluice.regroup;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.Reply;
import io.sluice.bulk.BulkLimits;
import io.sluice.bulk.BulkSplitter;
import io.sluice.bulk.ItemOrder;
import io.sluice.upstream.BulkSlots;
import io.sluice.upstream.UpstreamNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts that split one bulk. On the bulk's event loop.
 *
 * @param call what the sub-requests have in common
 * @param splitter takes the body apart
 * @param distribution decides where the items go
 * @param groups of the bulk
 * @param lanes that they take
 * @param order of the items
 * @param retention what is kept of the body
 * @param trace what is told of the bulk
 */
record Split(
        BulkCall call,
        BulkSplitter splitter,
        Distribution distribution,
        Groups groups,
        Lanes lanes,
        ItemOrder order,
        Retention retention,
        BulkTrace trace) {

    private static final int LAST_WITH_TYPES = 7;

    /**
     * Who has a bulk split.
     *
     * @param loop the bulk's
     * @param head of the request
     * @param onProgress told when a lane can take more, or something came from its node
     */
    record Carrier(LoopContext loop, HttpRequest head, BulkTrace trace, Runnable onProgress) {}

    static Split begin(Regrouping regrouping, Regrouping.Plan plan, Carrier carrier) {
        LoopContext loop = carrier.loop();
        var views = regrouping.views();
        var config = regrouping.config();
        Groups.ClusterSource sites = name -> Groups.Site.of(
                loop.cluster(name),
                java.util.Objects.requireNonNull(views.get(name)).open());
        var retention = new Retention(
                regrouping.kept(),
                config.retry().bytes().bytes(),
                config.retry().bytesPerBulk().bytes());
        var home = sites.open(regrouping.cluster());
        BulkCall call = new BulkCall(
                loop.loop(),
                loop.allocator(),
                plan.answer().forServers(plan.target()).raw(),
                plan.url(),
                BulkCall.headersOf(carrier.head().headers()),
                home.view().view().version().runsBulksWhileTheyArrive());
        Lanes lanes = new Lanes(
                new Lane.Shared(call, retention, home.view().view(), carrier.onProgress()), config.maxSubrequests());
        Groups groups = new Groups(regrouping.cluster(), home, sites, lanes);
        ItemOrder order = new ItemOrder();
        Distribution distribution = new Distribution(regrouping.router(), groups, lanes, order);
        var grammar = home.view()
                .view()
                .grammar()
                .compatibleWith(carrier.head().headers().get(HttpHeaderNames.CONTENT_TYPE));
        BulkSplitter splitter = new BulkSplitter(plan.url(), BulkLimits.DEFAULT, grammar, distribution);
        return new Split(call, splitter, distribution, groups, lanes, order, retention, carrier.trace());
    }

    /** The answer where a part is longer than its node takes; null if none is. */
    @Nullable Reply tooLarge() {
        for (Lane lane : lanes.all()) {
            if (lane.bytes() > lane.maxBytes()) {
                return Reply.error(
                        413,
                        "sluice_too_large",
                        "the part of the bulk for node " + lane.node() + " is larger than the " + lane.maxBytes()
                                + " bytes that it takes");
            }
        }
        return null;
    }

    /** True iff results carry a {@code _type}: those of Elasticsearch 7 do. */
    boolean typed() {
        return groups.home().view().view().version().major() == LAST_WITH_TYPES;
    }

    BulkSlots slots() {
        return groups.home().cluster().cluster().slots();
    }

    /** The nodes at which slots are taken: all that are not left out; all if every one is. */
    List<UpstreamNode> nodes() {
        List<UpstreamNode> all = List.copyOf(groups.home().nodes().values());
        List<UpstreamNode> available =
                all.stream().filter(node -> node.health().available()).toList();
        return available.isEmpty() ? all : available;
    }

    /** Ends what is under way and lets go of everything. */
    void abort() {
        lanes.abort();
        splitter.close();
        order.close();
        retention.close();
    }
}
