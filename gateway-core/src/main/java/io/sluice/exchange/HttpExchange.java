package io.sluice.exchange;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.RequestChain;
import io.sluice.chain.RequestOutcome;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.regroup.BulkRelay;
import io.sluice.regroup.LoopContext;
import io.sluice.regroup.Regrouping;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The life of one request: planned by the filters, sent to a node, answered, finished. The two sides carry heads and bodies, this
 * class decides what happens next. On the client's event loop.
 */
public final class HttpExchange implements UpstreamUser, ConnectionWaiter, RequestOutcome {
    private final ClientPort client;
    private final Flow flow;
    private final LoopServices services;
    private final IncomingRequest incoming;
    private final ExchangeFacts facts;
    private final RequestSide request;
    private final ResponseSide response;
    private final ReadGate gate;
    private final ExchangeRecord record;
    private final Watch watch;
    private ExchangeState state = ExchangeState.Planning.INSTANCE;
    private @Nullable RequestChain chain;
    private @Nullable Attempts attempts;
    private @Nullable HttpResponse upstreamHead;
    /** True iff more of what was read from the client at once is still to be handed over: flushing waits for that. */
    private boolean inClientRead = true;

    /** Makes an exchange; {@link #start} begins it. */
    public HttpExchange(ClientPort client, Flow flow, LoopServices services, IncomingRequest incoming) {
        this.client = client;
        this.flow = flow;
        this.services = services;
        this.incoming = incoming;
        this.facts = new ExchangeFacts(incoming.head(), incoming.origin(), flow.name(), flow.reach());
        this.request = new RequestSide(this, incoming, client);
        this.response = new ResponseSide(this, incoming, client);
        this.gate = new ReadGate(client);
        this.record = new ExchangeRecord(flow, facts);
        this.watch = new Watch(client, flow.filterTimeoutNanos());
    }

    /** Asks the filters, or goes straight to a node where there are none. */
    public void start() {
        if (flow.filters().isEmpty()) {
            onPlanned(incoming.head());
        } else {
            watch.awaitFilter();
            openChain().advance();
        }
    }

    private RequestChain openChain() {
        var around = new RequestChain.Surroundings(facts, client.loop(), flow.limits(), client.allocator());
        RequestChain opened = new RequestChain(flow.filters(), incoming.head(), around, this, request);
        chain = opened;
        request.through(opened);
        return opened;
    }

    /** True iff the exchange takes no more part in what happens. */
    boolean isOver() {
        return state instanceof ExchangeState.Draining || state instanceof ExchangeState.Finished;
    }

    // Planning.

    @Override
    public void onBodyNeeded() {
        request.collect();
        proceed();
    }

    @Override
    public void onPlanned(RequestHead head) {
        request.planned(head);
        String chosen = facts.chosenCluster();
        Attempts first = new Attempts(services.cluster(chosen == null ? flow.cluster() : chosen), record);
        attempts = first;
        watch.relayThrough(first.timeouts());
        Regrouping regrouping = flow.regrouping();
        Regrouping.Decision decision =
                regrouping == null ? Regrouping.Whole.NO_BULK : regrouping.decide(head, request.length(), chosen);
        switch (decision) {
            case Regrouping.Whole whole -> acquire(first);
            case Regrouping.Refusal refusal -> fail(refusal.failure());
            case Regrouping.Plan plan -> regroup(Objects.requireNonNull(regrouping), plan);
        }
    }

    private void regroup(Regrouping regrouping, Regrouping.Plan plan) {
        if (request.isEncoded()) {
            (chain == null ? openChain() : chain).body().lookInside();
        }
        LoopContext loop = new LoopContext(client.loop(), client.allocator(), services::cluster);
        BulkRelay relay = new BulkRelay(regrouping, plan, loop, this::refuse);
        record.regrouping(relay.trace());
        relayOn(relay.entrance());
    }

    @Override
    public void onAnswer(Reply reply) {
        refuse(reply);
    }

    @Override
    public void onPlanFailure(Failure failure) {
        fail(failure);
    }

    // Connecting.

    private void acquire(Attempts from) {
        ConnectionWait wait = from.next(this);
        if (wait != null) {
            state = new ExchangeState.Acquiring(wait);
            watch.rest();
        }
    }

    @Override
    public void onConnection(UpstreamConnection connection) {
        record.sending(connection.node());
        relayOn(connection);
    }

    private void relayOn(Relay relay) {
        state = new ExchangeState.Relaying(relay);
        gate.onConnection();
        relay.begin(this);
        request.sendOn(relay);
        if (!inClientRead) {
            proceed();
        }
    }

    @Override
    public void onNoConnection(UpstreamNode node, Failure failure) {
        Attempts from = attempts;
        Failure told = from == null ? failure : from.afterNoConnection(node, failure);
        if (from == null || told != null) {
            fail(told == null ? failure : told);
        } else {
            acquire(from);
        }
    }

    @Override
    public void onUpstreamFailure(Failure failure) {
        Relay broken = relay();
        request.detach();
        if (broken != null) {
            broken.abort();
        }
        state = ExchangeState.Planning.INSTANCE;
        Attempts from = attempts;
        boolean nothingSent = !request.headSent();
        boolean possible = upstreamHead == null && (nothingSent || isReplayable() && request.canSendAgain());
        if (possible
                && from != null
                && broken instanceof UpstreamConnection connection
                && from.mayReplay(connection.node())) {
            acquire(from);
        } else {
            fail(failure);
        }
    }

    boolean isReplayable() {
        RequestHead head = request.head();
        return ReplayRule.isReplayable(head.method(), head.target());
    }

    long replayBytes() {
        return attempts == null ? 0 : attempts.replayBytes();
    }

    HttpRequest addressed(HttpRequest head) {
        if (relay() instanceof UpstreamConnection connection && attempts != null) {
            attempts.address(head.headers(), connection.node());
        }
        return head;
    }

    // From the client.

    /** Takes over a part of the request's body. */
    public void onRequestContent(HttpContent content) {
        if (isOver()) {
            request.discard(content);
            drain();
        } else {
            inClientRead = true;
            request.receive(content);
        }
    }

    /** All that was read from the client at once has been handed over. */
    public void onClientReadComplete() {
        gate.onClientReadComplete();
        inClientRead = false;
        proceed();
    }

    /** The client's connection crossed a watermark. */
    public void onClientWritabilityChanged() {
        response.resume();
        proceed();
    }

    /** The client's connection is gone. */
    public void onClientGone() {
        if (!(state instanceof ExchangeState.Finished)) {
            if (!isOver()) {
                record.failed(FailureKind.CLIENT_GONE);
            }
            finish();
        }
    }

    /** Something that was awaited did not come in time. */
    public void onDeadline() {
        if (state instanceof ExchangeState.Draining) {
            client.closeAfterFlush();
            finish();
        } else if (!isOver()) {
            fail(watch.failure());
        }
    }

    /** The request turned out not to be valid, or too large, after its head; nothing more of it comes. */
    public void onInvalidRequest(Failure failure) {
        request.broken();
        if (isOver()) {
            drain();
        } else {
            fail(failure);
        }
    }

    // From the node.

    @Override
    public void onResponseHead(HttpResponse head) {
        Relay relay = relay();
        if (relay != null) {
            relay.reportSuccess();
        }
        upstreamHead = head;
        request.forgetCopy();
        response.receiveHead(head, chain == null ? null : chain.back(ResponseSide.headOf(head), response));
    }

    Headers upstreamHeaders() {
        return upstreamHead == null ? Headers.empty() : new NettyHeaders(upstreamHead.headers());
    }

    @Override
    public void onResponseContent(HttpContent content) {
        if (isOver()) {
            content.release();
        } else {
            response.receive(content);
        }
    }

    @Override
    public void onResponseReadComplete() {
        gate.onUpstreamReadComplete();
        proceed();
    }

    @Override
    public void onUpstreamWritabilityChanged() {
        if (!isOver()) {
            request.resume();
            proceed();
        }
    }

    // What next.

    /** Flushes, ends what has ended, and reads on where there is room. */
    private void proceed() {
        if (isOver()) {
            if (state instanceof ExchangeState.Draining) {
                gate.readClient();
            }
            return;
        }
        request.flush();
        response.flush();
        if (response.ended()) {
            answered();
            return;
        }
        Relay relay = relay();
        if (relay != null && response.wantsMore()) {
            gate.readUpstream(relay);
        }
        if (request.wantsMore()) {
            if (incoming.takeContinueExpected()) {
                client.writeContinue();
            }
            gate.readClient();
        } else if (request.receivedAll()) {
            gate.readClient();
        }
        watch.update(request, relay, upstreamHead != null);
    }

    private @Nullable Relay relay() {
        return state instanceof ExchangeState.Relaying relaying ? relaying.relay() : null;
    }

    /** True iff the client's connection may be kept after an answer that begins now. */
    boolean mayKeepClient() {
        return (request.receivedAll() || incoming.endsSoon())
                && !request.isBroken()
                && !services.stopping().getAsBoolean();
    }

    // Answers.

    /** A filter, or what looks into the body, answers; the request goes no further. */
    void refuse(Reply reply) {
        record.refused(reply.status());
        answer(reply, ResponseHead.Origin.FILTER);
    }

    /** An answer takes the place of the node's, unless that has begun. */
    void replaceAnswer(Reply reply) {
        if (reply.status() == FailureKind.UPSTREAM_ANSWER.status()) {
            record.failed(FailureKind.UPSTREAM_ANSWER);
        }
        answer(reply, ResponseHead.Origin.FILTER);
    }

    /** The exchange failed: the client is told, or where an answer has begun its connection is closed. */
    void fail(Failure failure) {
        if (!isOver()) {
            record.failed(failure.kind());
            if (failure.kind() == FailureKind.CLIENT_TIMEOUT) {
                // Whoever was too slow is not waited for once more.
                request.broken();
            }
            answer(failure.reply(), ResponseHead.Origin.GATEWAY);
        }
    }

    private void answer(Reply reply, ResponseHead.Origin origin) {
        if (isOver()) {
            return;
        }
        if (response.ended()) {
            proceed();
            return;
        }
        dropUpstream();
        if (response.begun()) {
            finish();
            client.abort();
            return;
        }
        ResponseHead head = new ResponseHead(reply.status(), reply.headers(), origin);
        MadeAnswer answer = new MadeAnswer(head, reply.body());
        response.reply(chain == null ? answer : chain.shown(answer));
        answered();
    }

    private void dropUpstream() {
        switch (state) {
            case ExchangeState.Acquiring acquiring -> acquiring.waiting().cancel();
            case ExchangeState.Relaying relaying -> giveUp(relaying.relay());
            default -> {}
        }
        state = ExchangeState.Planning.INSTANCE;
    }

    private void giveUp(Relay relay) {
        if (request.headSent()) {
            relay.abort();
        } else {
            relay.releaseUnused();
        }
    }

    /** The answer is complete; the connection goes back, and what is left of the request is drained. */
    private void answered() {
        record.answered();
        Relay relay = relay();
        state = ExchangeState.Draining.INSTANCE;
        if (relay != null) {
            relay.release();
        }
        complete();
        request.beginDrain();
        drain();
    }

    private void drain() {
        if (!(state instanceof ExchangeState.Draining)) {
            return;
        }
        boolean unread = !request.receivedAll();
        if (!unread && !request.isBroken() && !response.closing()) {
            finish();
            client.exchangeEnded();
        } else if (!unread || incoming.continueExpected() || request.drainedTooMuch()) {
            finish();
            client.closeAfterFlush();
        } else {
            watch.awaitClient();
            gate.readClient();
        }
    }

    private void finish() {
        dropUpstream();
        state = ExchangeState.Finished.INSTANCE;
        complete();
        watch.rest();
    }

    private void complete() {
        request.close();
        response.close();
        record.complete(request.received(), response.sent(), response.status(), chain == null ? 0 : chain.asked());
    }
}
