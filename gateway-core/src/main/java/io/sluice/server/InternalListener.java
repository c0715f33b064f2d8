package io.sluice.server;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.netty.channel.EventLoop;
import io.sluice.api.Filter;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ProcessConfig.Transport;
import io.sluice.exchange.Flow;
import io.sluice.exchange.LoopServices;
import io.sluice.json.JsonLimits;
import io.sluice.metrics.GatewayMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A listener whose requests the gateway answers itself: with the decoder, limits and timeouts of clients' listeners, on an event
 * loop of its own, so that neither load nor a stuck client elsewhere keeps it from answering. Counts nothing. Its own methods are
 * called off the event loops.
 */
public final class InternalListener implements AutoCloseable {
    /** No request gets as far as a cluster. */
    private static final String NOWHERE = "none";

    private static final int MAX_RATIO = 10;

    private final EventLoops loops;
    private final Listener listener;
    private final ListeningSocket socket;
    private volatile boolean stopping;

    private InternalListener(ListenerConfig config, Transport transport, Filter answers, Duration patience)
            throws IOException, InterruptedException {
        loops = EventLoops.start(transport, 1, "sluice-" + config.name());
        GatewayMetrics unseen = new GatewayMetrics(new CompositeMeterRegistry());
        EventLoop loop = loops.all().getFirst();
        Map<EventLoop, LoopServices> services =
                Map.of(loop, new LoopServices(Map.of(), () -> stopping, unseen.internalErrors()));
        // Each connection has one request at a time, so the bound on connections is one on requests.
        Admission admission = new Admission(Integer.MAX_VALUE, Long.MAX_VALUE);
        Router router = new Router(
                List.of(new Router.Route(config.routes().getLast(), flow(config, unseen, answers, patience))));
        HeadCheck check = new HeadCheck(config.limits(), true, head -> null);
        listener = new Listener(
                config.name(),
                new Listener.Surroundings(admission, unseen, () -> stopping),
                self -> new ListenerTerms(config, check, router, services, null));
        listener.displaceLongest();
        try {
            socket = ListeningSocket.open(loops, config.bind(), listener);
        } catch (IOException | InterruptedException e) {
            end();
            throw e;
        }
    }

    private static Flow flow(ListenerConfig config, GatewayMetrics metrics, Filter answers, Duration patience) {
        long maxBody = config.limits().body().bytes();
        return new Flow(
                config.name(),
                List.of(new NamedFilter(config.name(), answers, nanos -> {})),
                NOWHERE,
                null,
                null,
                null,
                null,
                null,
                Map.of(NOWHERE, metrics.exchanges(config.name(), config.name(), NOWHERE)),
                new BodyLimits(maxBody, MAX_RATIO, JsonLimits.DEFAULT, BulkLimits.DEFAULT),
                patience.toNanos());
    }

    /**
     * Opens a listener; when it returns, it accepts.
     *
     * @param answers answers every request
     * @param patience after which a request that has no answer gets 500
     * @throws IOException if the address cannot be bound; nothing is left running
     */
    public static InternalListener open(ListenerConfig config, Transport transport, Filter answers, Duration patience)
            throws IOException, InterruptedException {
        return new InternalListener(config, transport, answers, patience);
    }

    /** The address that is bound. */
    public InetSocketAddress address() {
        return socket.address();
    }

    /** Closes all connections, also those with a request under way. */
    @Override
    public void close() {
        stopping = true;
        socket.close();
        end();
    }

    private void end() {
        listener.kill();
        listener.close();
        loops.group().shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
