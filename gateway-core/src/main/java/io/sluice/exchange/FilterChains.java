package io.sluice.exchange;

import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.chain.AnswerForm;
import io.sluice.chain.BodyOutput;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.RequestChain;
import io.sluice.chain.RequestOutcome;
import io.sluice.chain.ResponseChain;
import io.sluice.tracing.RequestTrace;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.LoopCluster;
import org.jspecify.annotations.Nullable;

/**
 * The chains of filters of one exchange, each made when it is needed, and what becomes of answers that no node made. On the exchange's
 * event loop.
 */
final class FilterChains {
    private final Flow flow;
    private final ExchangeFacts facts;
    private final ClientPort client;
    private final LoopServices services;
    private final @Nullable RequestTrace trace;
    private @Nullable RequestChain request;

    /** @param trace null if the request is not traced */
    FilterChains(
            Flow flow, ExchangeFacts facts, ClientPort client, LoopServices services, @Nullable RequestTrace trace) {
        this.flow = flow;
        this.facts = facts;
        this.client = client;
        this.services = services;
        this.trace = trace;
    }

    /** The chain of the request, made by the first call. */
    RequestChain open(RequestHead head, GuardedLoop loop, RequestOutcome outcome, BodyOutput output) {
        RequestChain opened = request;
        if (opened == null) {
            var around = new RequestChain.Surroundings(facts, loop, flow.limits(), client.allocator(), trace);
            opened = new RequestChain(flow.filters(), head, around, outcome, output);
            request = opened;
        }
        return opened;
    }

    /** The chain of a node's answer; null if no filter saw the request. */
    @Nullable ResponseChain back(HttpResponse head, ResponseSide response) {
        return request == null ? null : request.back(ResponseSide.headOf(head), response);
    }

    /** An answer that no node made, as the filters that saw the request want it, in the form that the request asks for. */
    MadeAnswer shown(MadeAnswer answer) {
        MadeAnswer seen = request == null ? answer : request.shown(answer);
        ResponseHead head = seen.head();
        Reply complete = form().complete(new Reply(head.status(), head.headers(), seen.body()));
        return MadeAnswer.of(complete, head.origin());
    }

    private AnswerForm form() {
        String chosen = facts.chosenCluster();
        // An answer that tells of a bug may not fail for a cluster that is missing.
        LoopCluster cluster = services.clusters().get(chosen == null ? flow.cluster() : chosen);
        String product = cluster == null ? null : cluster.cluster().product().name();
        RequestHead original = facts.original();
        return AnswerForm.of(original.headers(), original.target(), product).withRequestId(facts.id());
    }

    /** How many filters saw the request. */
    int asked() {
        return request == null ? 0 : request.asked();
    }
}
