package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.Flow;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.exchange.Origin;
import io.sluice.exchange.RequestId;
import io.sluice.exchange.RequestIds;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.ListenerMeters;
import io.sluice.upstream.ClientNetwork;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The connections of one listener, as many as its limits allow; they come from its {@link ListeningSocket}. Its own methods are
 * called off the event loops.
 */
final class Listener implements ListenerContext {
    private final String name;
    private final Surroundings around;
    private final ListenerMeters meters;
    private final Refusals refusals;
    private final DateField date = new DateField();
    private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<MultiplexedConnection> multiplexed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final Map<ClientNetwork, Integer> openByNetwork = new ConcurrentHashMap<>();
    private final GentleEnds ends = new GentleEnds();
    private final LongAdder accepted = new LongAdder();
    private volatile ListenerTerms terms;
    private volatile boolean stopped;
    private boolean displaces;

    /**
     * What all listeners share.
     *
     * @param stopping whether the gateway is stopping, although it may accept connections for a while
     */
    record Surroundings(Admission admission, GatewayMetrics metrics, BooleanSupplier stopping) {}

    /**
     * Makes a listener without connections.
     *
     * @param terms makes what its first requests meet
     */
    Listener(String name, Surroundings around, Function<Listener, ListenerTerms> terms) {
        this.name = name;
        this.around = around;
        this.meters = around.metrics().listener(name);
        this.refusals = new Refusals(meters, around.metrics().noted());
        meters.connections(open::get, accepted::sum);
        this.terms = terms.apply(this);
    }

    /** Requests that begin from now on meet these, and connections that these would not let in end. */
    void meet(ListenerTerms newer) {
        terms = newer;
        connections.stream().filter(each -> !each.peer().isAcceptedBy(newer)).forEach(ClientConnection::stop);
        multiplexed.stream().filter(each -> !each.peer().isAcceptedBy(newer)).forEach(MultiplexedConnection::stop);
    }

    /**
     * Where all connections that are allowed are open, closes the one that has waited longest for a request, or else the one
     * whose request takes longest, and takes the new one instead of refusing it. Looks at all of them each time, so it is for
     * listeners of few connections. To be called before the first connection comes.
     */
    void displaceLongest() {
        displaces = true;
    }

    /** Takes over a connection; on its event loop. */
    void accept(Channel child) {
        accepted.increment();
        ListenerTerms met = terms;
        InetSocketAddress address = (InetSocketAddress) child.remoteAddress();
        int most = met.config().limits().connections();
        boolean tooMany = open.incrementAndGet() > most && !(displaces && displaced());
        if (tooMany) {
            open.decrementAndGet();
            refuse(child, address, "more than " + most + " connections are open", met.tls() != null);
            return;
        }
        child.closeFuture().addListener(closed -> open.decrementAndGet());
        if (met.config().sendsProxyHeader(address.getAddress())) {
            ProxyHeader.await(
                    child,
                    met.headNanos(),
                    peer -> enterLater(child, peer),
                    problem -> noHeader(child, address, problem));
        } else {
            enter(child, met, address);
        }
    }

    private void noHeader(Channel child, InetSocketAddress address, String problem) {
        tellRefusal(
                child,
                address,
                Failure.of(
                        FailureKind.BAD_REQUEST, "a connection from a balancer has no valid PROXY header: " + problem));
        child.close();
    }

    // What it met when it was accepted may have been replaced and closed meanwhile.
    private void enterLater(Channel child, InetSocketAddress address) {
        if (stopped) {
            child.close();
        } else {
            enter(child, terms, address);
        }
    }

    private void enter(Channel child, ListenerTerms met, InetSocketAddress address) {
        int perAddress = met.config().limits().connectionsPerAddress();
        if (perAddress > 0) {
            ClientNetwork from = ClientNetwork.of(address.getAddress());
            int fromThere = openByNetwork.merge(from, 1, Integer::sum);
            if (fromThere > perAddress) {
                oneLess(from);
                String reason =
                        "more than " + perAddress + " connections are open from this address or its /64 network";
                refuse(child, address, reason, met.tls() != null);
                return;
            }
            child.closeFuture().addListener(closed -> oneLess(from));
        }
        ListenerTls tls = met.tls();
        Peer peer = new Peer(address, tls != null);
        if (tls == null) {
            ClientPipeline.speakHttp1(this, child, peer);
            return;
        }
        SslHandler handler = tls.context().newHandler(child.alloc());
        handler.setHandshakeTimeoutMillis(met.config().timeouts().handshake().toMillis());
        new TlsDoor(tls.failures(), failure -> answerAtTheDoor(child, address, failure)).open(child, handler);
        if (tls.config().http2() || tls.clients() != null) {
            ClientPipeline.speakAsNegotiated(this, child, peer, tls.clients());
        } else {
            ClientPipeline.speakHttp1(this, child, peer);
        }
    }

    private void oneLess(ClientNetwork from) {
        openByNetwork.computeIfPresent(from, (key, count) -> count == 1 ? null : count - 1);
    }

    // The one that gives way is closed by a task, and the next connection may come before that: it displaces another.
    private boolean displaced() {
        ClientConnection longest = null;
        for (ClientConnection each : connections) {
            if (longest == null || each.isMoreIdleThan(longest)) {
                longest = each;
            }
        }
        if (longest == null) {
            return false;
        }
        connections.remove(longest);
        longest.kill();
        return true;
    }

    private void refuse(Channel child, InetSocketAddress address, String reason, boolean secure) {
        Failure failure = Failure.of(FailureKind.OVERLOADED, reason);
        if (secure) {
            tellRefusal(child, address, failure);
            child.close();
            return;
        }
        ends.answer(child, answerAtTheDoor(child, address, failure));
    }

    private ByteBuf answerAtTheDoor(Channel child, InetSocketAddress address, Failure failure) {
        return PlainAnswer.of(failure, tellRefusal(child, address, failure), date);
    }

    private RequestId tellRefusal(Channel child, InetSocketAddress address, Failure failure) {
        RequestId id = new RequestIds().next();
        Origin origin = new Origin(name, address, address, false, null);
        refused(new Refused(id, origin, child.eventLoop(), failure, null), terms);
        return id;
    }

    /** No more connections come; idle ones are closed, the others after their answer. */
    void stop() {
        stopped = true;
        connections.forEach(ClientConnection::stop);
        multiplexed.forEach(MultiplexedConnection::stop);
    }

    /** Closes all connections, also those with a request under way. */
    void kill() {
        connections.forEach(ClientConnection::kill);
        multiplexed.forEach(MultiplexedConnection::kill);
    }

    /** Ends the meters; connections that still send the end of an answer close by themselves. */
    void close() {
        stop();
        meters.close();
    }

    int openConnections() {
        return open.get();
    }

    /** The connections, and streams of connections, that are open now; a live view. */
    Set<ClientConnection> connections() {
        return Collections.unmodifiableSet(connections);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ListenerTerms terms() {
        return terms;
    }

    @Override
    public DateField date() {
        return date;
    }

    @Override
    public Admission admission() {
        return around.admission();
    }

    @Override
    public boolean stopping() {
        return stopped || around.stopping().getAsBoolean();
    }

    @Override
    public boolean stopped() {
        return stopped;
    }

    @Override
    public HttpExchange exchange(ListenerTerms met, ClientPort client, IncomingRequest incoming) {
        Flow flow = met.router().flowOf(incoming.head());
        return new HttpExchange(client, flow, met.servicesOn(client.loop()), incoming);
    }

    @Override
    public void refused(Refused refused, ListenerTerms met) {
        refusals.tell(refused, met);
    }

    @Override
    public void threw(String what, RequestId request, Throwable thrown) {
        around.metrics().internalErrors().report(what, request.toString(), thrown);
    }

    @Override
    public void opened(ClientConnection connection) {
        connections.add(connection);
        // The listener may have changed or stopped during the handshake.
        if (stopped || !connection.peer().isAcceptedBy(terms)) {
            connection.stop();
        }
    }

    @Override
    public void closed(ClientConnection connection) {
        connections.remove(connection);
    }

    @Override
    public void opened(MultiplexedConnection connection) {
        multiplexed.add(connection);
    }

    @Override
    public void closed(MultiplexedConnection connection) {
        multiplexed.remove(connection);
    }
}
