package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.bulk.answer.ItemOrder;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.line.SentItems;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.chain.AnswerForm;
import io.sluice.cluster.ClusterView;
import io.sluice.cluster.WriteTarget;
import io.sluice.upstream.BulkSlots;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all rounds of one bulk have in common. On the bulk's event loop.
 *
 * @param regrouping how bulks of the flow are regrouped
 * @param call what the sub-requests have in common
 * @param sites the clusters in the one view that the bulk has of them
 * @param trace records what happens to the bulk
 * @param onProgress told when a lane can take more, or something came from its node
 */
record Split(Regrouping regrouping, BulkCall call, Sites sites, BulkTrace trace, Runnable onProgress) {

    private static final int LAST_WITH_TYPES = 7;

    /**
     * A request that is to be split.
     *
     * @param loop the bulk's
     * @param head of the request
     * @param trace what is told of it
     * @param validFor the grammar by which the body was found valid before; null if nobody looked
     */
    record Request(
            Regrouping.Plan plan,
            LoopContext loop,
            HttpRequest head,
            BulkTrace trace,
            @Nullable BulkGrammar validFor) {

        /** What takes the body apart as the servers of a view would. */
        BulkSplitter splitter(ClusterView view, BulkSplitter.Target to) {
            BulkGrammar grammar = plan.grammar(view, head);
            return validFor != null && validFor.equals(grammar)
                    ? BulkSplitter.ofValid(plan.url(), BulkLimits.DEFAULT, grammar, to)
                    : new BulkSplitter(plan.url(), BulkLimits.DEFAULT, grammar, to);
        }
    }

    static Split begin(Regrouping regrouping, Request request, Runnable onProgress) {
        LoopContext loop = request.loop();
        Regrouping.Plan plan = request.plan();
        Sites sites = new Sites(
                regrouping.cluster(),
                name -> Sites.Site.of(
                        loop.cluster(name), regrouping.viewsOf(name).open(regrouping.targets())));
        BulkCall call = new BulkCall(
                loop.loop(),
                loop.allocator(),
                plan.answer().forServers(plan.target()).raw(),
                plan.url(),
                BulkCall.headersOf(request.head().headers()),
                loop.client(),
                loop.credentials(),
                loop.patience(),
                loop.trace(),
                request.trace());
        return new Split(regrouping, call, sites, request.trace(), onProgress);
    }

    /** Parts for another round, which has no items yet. */
    Round newRound() {
        var config = regrouping.config();
        Retention retention = new Retention(
                regrouping.shared().kept(),
                config.retry().bytes().bytes(),
                config.retry().bytesPerBulk().bytes());
        Lanes lanes = new Lanes(new Lane.Shared(call, retention, regrouping, onProgress), config.maxSubrequests());
        return new Round(this, new Groups(sites, lanes), lanes, new ItemOrder(), retention);
    }

    /** What was kept of a lane's items, with the indices behind their names as the bulk's view has them. */
    SentItems sent(List<ByteBuf> kept, Lane lane) {
        ClusterView view = sites.of(lane.cluster().cluster().name()).view().view();
        return new SentItems(kept, call.url(), name -> {
            WriteTarget target = view.target(name);
            return target == null || target.index() == null
                    ? name
                    : target.index().name();
        });
    }

    /** Whether results carry a {@code _type}: those of Elasticsearch 7 do. */
    boolean typed() {
        return sites.home().view().view().version().major() == LAST_WITH_TYPES;
    }

    /**
     * What the results of the items of a part say that was refused as a whole. For a client they look as if the server had refused each item;
     * the gateway's own bulks are told that it did not.
     */
    ItemFailure refused(RefusedAnswer answer) {
        ItemFailure failure = answer.failure(typed());
        if (!call.isOwn() || failure.mayHaveRun()) {
            return failure;
        }
        return answer.mayBeForAnItem() ? failure.ofRefusedPart() : failure.ofPart();
    }

    /** The form of an answer for which no node gave a head; its items are laid out already. */
    AnswerForm form() {
        String product = sites.home().cluster().cluster().product().name();
        return new AnswerForm(AnswerForm.opaqueId(call.headers().get(AnswerForm.OPAQUE_ID)), false, product, null);
    }

    BulkSlots slots() {
        return sites.home().cluster().cluster().slots();
    }
}
