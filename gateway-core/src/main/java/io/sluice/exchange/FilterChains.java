package io.sluice.exchange;

import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.RequestHead;
import io.sluice.chain.BodyOutput;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.RequestChain;
import io.sluice.chain.RequestOutcome;
import io.sluice.chain.ResponseChain;
import io.sluice.upstream.GuardedLoop;
import org.jspecify.annotations.Nullable;

/** The chains of filters of one exchange, each made when it is needed. On the exchange's event loop. */
final class FilterChains {
    private final Flow flow;
    private final ExchangeFacts facts;
    private final ClientPort client;
    private @Nullable RequestChain request;

    FilterChains(Flow flow, ExchangeFacts facts, ClientPort client) {
        this.flow = flow;
        this.facts = facts;
        this.client = client;
    }

    /** The chain of the request, made by the first call. */
    RequestChain open(RequestHead head, GuardedLoop loop, RequestOutcome outcome, BodyOutput output) {
        RequestChain opened = request;
        if (opened == null) {
            var around = new RequestChain.Surroundings(facts, loop, flow.limits(), client.allocator());
            opened = new RequestChain(flow.filters(), head, around, outcome, output);
            request = opened;
        }
        return opened;
    }

    /** The chain of a node's answer; null where nobody looked at the request. */
    @Nullable ResponseChain back(HttpResponse head, ResponseSide response) {
        return request == null ? null : request.back(ResponseSide.headOf(head), response);
    }

    /** An answer that no node made, as the filters that saw the request want it. */
    MadeAnswer shown(MadeAnswer answer) {
        return request == null ? answer : request.shown(answer);
    }

    /** How many filters saw the request. */
    int asked() {
        return request == null ? 0 : request.asked();
    }
}
