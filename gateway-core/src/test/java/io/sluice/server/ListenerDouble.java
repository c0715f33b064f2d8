package io.sluice.server;

import io.netty.channel.EventLoop;
import io.sluice.api.ByteSize;
import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerLimits;
import io.sluice.config.ListenerTimeouts;
import io.sluice.config.RouteConfig;
import io.sluice.exchange.Flow;
import io.sluice.exchange.LoopServices;
import io.sluice.exchange.RequestId;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.tls.ClientTrust;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A listener of which only the exchanges matter. */
abstract class ListenerDouble implements ListenerContext {
    private static final ListenerLimits LIMITS =
            new ListenerLimits(ByteSize.parse("1KiB"), ByteSize.parse("2KiB"), 50, ByteSize.parse("1MiB"), 10, 0, 100);

    private final GatewayMetrics metrics;
    private final Admission admission;
    private @Nullable ListenerTerms terms;
    private boolean stopping;
    private boolean stopped;

    ListenerDouble(GatewayMetrics metrics, Admission admission) {
        this.metrics = metrics;
        this.admission = admission;
    }

    /**
     * What requests meet from now on.
     *
     * @param loop of the connection
     * @param flow of all requests; null if none gets so far
     * @param clients which certificates are asked for; null for none
     */
    final void meet(EventLoop loop, @Nullable Flow flow, @Nullable ClientTrust clients) {
        Duration hour = Duration.ofHours(1);
        var config = new ListenerConfig(
                "http",
                HostPort.parse("127.0.0.1:0"),
                null,
                LIMITS,
                new ListenerTimeouts(hour, hour, hour, hour),
                List.of(),
                List.of(),
                List.of(new RouteConfig(null, "default")));
        terms = new ListenerTerms(
                config,
                new HeadCheck(LIMITS, true, head -> null),
                new Router(List.of(new Router.Route(config.routes().getFirst(), flow))),
                Map.of(loop, new LoopServices(Map.of(), () -> false, metrics.internalErrors())),
                clients == null ? null : new ListenerTls(null, "", clients, null, null, List.of()));
    }

    /** The gateway is stopping from now on, and accepts no more connections if {@code wholly}. */
    final void stop(boolean wholly) {
        stopping = true;
        stopped = wholly;
    }

    @Override
    public final String name() {
        return "http";
    }

    @Override
    public final ListenerTerms terms() {
        return Objects.requireNonNull(terms);
    }

    @Override
    public final Admission admission() {
        return admission;
    }

    @Override
    public final boolean stopping() {
        return stopping;
    }

    @Override
    public final boolean stopped() {
        return stopped;
    }

    @Override
    public final DateField date() {
        return new DateField();
    }

    @Override
    public void refused(Refused refused, ListenerTerms met) {}

    @Override
    public void threw(String what, RequestId request, Throwable thrown) {}

    @Override
    public final void opened(ClientConnection connection) {}

    @Override
    public final void closed(ClientConnection connection) {}

    @Override
    public final void opened(MultiplexedConnection connection) {}

    @Override
    public final void closed(MultiplexedConnection connection) {}
}
