package io.sluice.exchange;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.ResponseHead;
import io.sluice.chain.MadeAnswer;
import io.sluice.chain.RequestChain;
import io.sluice.chain.RequestOutcome;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.regroup.LoopContext;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.Guarded;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.util.Objects;
import java.util.function.Consumer;
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
    private final FilterChains filters;
    private final BugEnd bugs;
    private final GuardedLoop loop;
    /** The tries at nodes; null before the first, and for a bulk that is regrouped, whose relay chooses its nodes. */
    private @Nullable Attempts attempts;
    /** Whether parts of the last read from the client are still to be handed over: flushing waits for them. */
    private boolean inClientRead = true;
    /** The client's connection has been given back, or is gone: it is another exchange's now. */
    private boolean clientGivenBack;

    /** Makes an exchange; {@link #start} begins it. */
    public HttpExchange(ClientPort port, Flow flow, LoopServices services, IncomingRequest incoming) {
        this.flow = flow;
        this.services = services;
        this.incoming = incoming;
        this.facts = new ExchangeFacts(incoming, flow);
        this.client = RecordedPort.over(port, flow, incoming, facts);
        this.request = new RequestSide(this, incoming, client);
        this.response = new ResponseSide(this, incoming, client);
        this.gate = new ReadGate(client);
        this.record = new ExchangeRecord(flow, facts, services.tracing());
        this.watch = new Watch(client, flow.filterTimeoutNanos());
        this.filters = new FilterChains(flow, facts, client, services, record.requestTrace());
        this.loop = new GuardedLoop(client.loop(), this);
        this.bugs = new BugEnd(services.errors(), facts);
    }

    /** Asks the filters, or goes straight to a node if there are none. */
    public void start() {
        if (flow.filters().isEmpty()) {
            onPlanned(incoming.head());
        } else {
            incoming.acceptOnlyGzip();
            openChain().advance();
        }
    }

    private RequestChain openChain() {
        RequestChain opened = filters.open(incoming.head(), loop, this, request);
        request.through(opened);
        return opened;
    }

    /** Whether the exchange takes no more part in what happens. */
    boolean isOver() {
        return state instanceof ExchangeState.Draining || state instanceof ExchangeState.Finished;
    }

    @Override
    public void onBodyNeeded() {
        request.collect();
        proceed();
    }

    @Override
    public void onPlanLater() {
        watch.awaitFilter();
    }

    @Override
    public void onPlanned(RequestHead head) {
        request.planned(head);
        flow.failOver(head, facts, services);
        String chosen = facts.chosenCluster();
        Attempts first = new Attempts(services.cluster(flow.orOwn(chosen)), record, facts);
        watch.relayThrough(first.timeouts());
        switch (first.orFailing(flow.way(head, request.length(), chosen))) {
            case Way.OneNode node -> {
                attempts = first;
                acquire(first);
            }
            case Way.Failing failing -> fail(failing.failure());
            case Way.Answered answered -> onAnswer(answered.reply());
            case Way.Read read -> open(read);
        }
    }

    private void open(Way.Read way) {
        if (request.isEncoded()) {
            openChain().body().lookInside();
        }
        LoopContext on = record.context(loop, client.allocator(), services::cluster);
        relayOn(way.open(on, this::onAnswer, record));
    }

    @Override
    public void onPlanFailure(Failure failure) {
        fail(failure);
    }

    private void acquire(Attempts from) {
        // The time of an earlier try is not that of the next.
        watch.rest();
        ConnectionWait wait = from.next(this);
        if (wait != null) {
            state = new ExchangeState.Acquiring(wait);
        }
    }

    @Override
    public void onConnection(UpstreamConnection connection) {
        if (isOver()) {
            connection.releaseUnused();
            return;
        }
        Objects.requireNonNull(attempts).reached(connection.node());
        relayOn(connection);
    }

    private void relayOn(Relay reached) {
        Relay relay = Mirroring.over(reached, flow, services, facts, request.head(), client.loop());
        state = new ExchangeState.Relaying(relay);
        gate.onConnection();
        relay.begin(this);
        request.sendOn(relay, attempts);
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
        if (isOver()) {
            return;
        }
        Relay broken = relay();
        request.detach();
        if (broken != null) {
            broken.abort();
        }
        state = ExchangeState.Planning.INSTANCE;
        Attempts from = attempts;
        boolean mayHaveRun = failure.kind() != FailureKind.UPSTREAM_CONNECT;
        if (from != null && !response.headCame() && request.canSendAgain(mayHaveRun) && from.mayReplay(mayHaveRun)) {
            acquire(from);
        } else {
            fail(failure);
        }
    }

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
        clientGivenBack = true;
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
            finish();
            giveClientBack(ClientPort::closeAfterFlush);
        } else if (!isOver()) {
            watch.expired(response::late);
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

    @Override
    public void onResponseHead(HttpResponse head) {
        Relay relay = relay();
        if (relay != null) {
            relay.reportSuccess();
        }
        record.answerBegan(request.answerBegan());
        response.receiveHead(head, filters.back(head, response));
    }

    @Override
    public void onResponseContent(HttpContent content) {
        if (isOver()) {
            content.release();
        } else {
            response.take(content);
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

    /** Flushes, completes what has ended, and continues to read where there is room. */
    void proceed() {
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
            // A relay that has the answer's end here gives it at once, and the client may be at its next request.
            if (isOver()) {
                return;
            }
        }
        boolean more = request.wantsMore();
        if (more && incoming.takeContinueExpected()) {
            client.writeContinue();
        }
        if (more || request.receivedAll()) {
            gate.readClient();
        }
        watch.update(request, relay(), response);
    }

    private @Nullable Relay relay() {
        return state instanceof ExchangeState.Relaying relaying ? relaying.relay() : null;
    }

    /** Whether the client's connection may be kept after an answer that begins now. */
    boolean mayKeepClient() {
        return (request.receivedAll() || incoming.endsSoon())
                && !request.isBroken()
                && !services.stopping().getAsBoolean();
    }

    /** A filter, or what looks into the body, answers; the request goes no further. */
    @Override
    public void onAnswer(Reply reply) {
        record.refused(reply.status());
        answer(reply, ResponseHead.Origin.FILTER);
    }

    /** An answer takes the place of the node's, unless that has begun. */
    void replaceAnswer(Reply reply) {
        record.replaced(reply.status());
        answer(reply, ResponseHead.Origin.FILTER);
    }

    /** The exchange failed: the client gets an error, or its connection is closed if an answer has begun. */
    void fail(Failure failure) {
        if (!isOver()) {
            record.failed(failure);
            request.failed(failure.kind());
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
            giveClientBack(ClientPort::abort);
            return;
        }
        response.reply(filters.shown(MadeAnswer.of(reply, origin)));
        answered();
    }

    private void dropUpstream() {
        switch (state) {
            case ExchangeState.Acquiring acquiring -> acquiring.waiting().cancel();
            case ExchangeState.Relaying relaying -> request.giveUp(relaying.relay());
            default -> {}
        }
        state = ExchangeState.Planning.INSTANCE;
    }

    /** The answer is complete; the connection returns to its pool. The rest of the request has one time, which none of it prolongs. */
    private void answered() {
        record.answered();
        Relay relay = relay();
        state = ExchangeState.Draining.INSTANCE;
        if (relay != null) {
            relay.release();
        }
        complete();
        if (!request.receivedAll()) {
            request.beginDrain();
            watch.awaitClient();
        }
        drain();
    }

    private void drain() {
        if (!(state instanceof ExchangeState.Draining)) {
            return;
        }
        boolean unread = !request.receivedAll();
        if (!unread && !request.isBroken() && !response.closing()) {
            finish();
            giveClientBack(ClientPort::exchangeEnded);
        } else if (!unread || incoming.continueExpected() || request.drainedTooMuch()) {
            finish();
            giveClientBack(ClientPort::closeAfterFlush);
        } else {
            gate.readClient();
        }
    }

    private void finish() {
        dropUpstream();
        state = ExchangeState.Finished.INSTANCE;
        complete();
        request.over();
        watch.rest();
    }

    private void complete() {
        request.close();
        response.close();
        record.complete(request.received(), response.sent(), response.status(), filters.asked());
    }

    private void giveClientBack(Consumer<ClientPort> how) {
        clientGivenBack = true;
        how.accept(client);
    }

    /** Code of the exchange threw: the client gets an error if possible, and everything is released. Called again if that throws. */
    @Override
    public void onThrown(Throwable thrown) {
        if (bugs.isFirst(thrown) && !isOver()) {
            Guarded.enter(this, bugs.failure(), HttpExchange::fail);
        } else if (!clientGivenBack) {
            bugs.takeAll(
                    this::dropUpstream,
                    () -> state = ExchangeState.Finished.INSTANCE,
                    request::close,
                    response::close,
                    this::complete,
                    request::over,
                    () -> giveClientBack(response.ended() ? ClientPort::closeAfterFlush : ClientPort::abort));
        }
    }
}
