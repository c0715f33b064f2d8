package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.api.ByteSize;
import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerLimits;
import io.sluice.config.ListenerTimeouts;
import io.sluice.config.RouteConfig;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.exchange.LoopServices;
import io.sluice.exchange.RequestId;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.tls.ClientTrust;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections of HTTP/2 without sockets, of a double of the listener. */
class MultiplexedConnectionTest {
    private static final int FIRST = EmbeddedHttp2.FIRST;
    private static final byte[] NO_WINDOW = {0, 4, 0, 0, 0, 0};
    private static final ClientTrust TRUST = new ClientTrust(Set.of(), null, true);

    private final EmbeddedHttp2 http2 = new EmbeddedHttp2();
    private final EmbeddedChannel channel = http2.channel();
    private final Listening listener = new Listening();

    @AfterEach
    void close() {
        http2.close();
    }

    @Test
    void endsWithTheFirstRequestThatIsRefusedForItsCertificate() {
        begin(null);
        http2.begin();
        listener.trust(TRUST);
        http2.request(FIRST, true);
        channel.runPendingTasks();

        List<RawHttp2.Frame> frames = http2.got();
        assertThat(frames)
                .filteredOn(frame -> frame.type() == RawHttp2.DATA)
                .singleElement()
                .satisfies(frame -> assertThat(new String(frame.payload(), StandardCharsets.UTF_8))
                        .contains("503", "connect again"));
        assertThat(frames).filteredOn(frame -> frame.type() == RawHttp2.GO_AWAY).hasSize(1);
        assertThat(channel.isOpen()).isFalse();
    }

    /** Its handshake was under way as the listener changed. */
    @Test
    void endsAtOnceIfItsClientWouldNotBeLetInAnyMore() {
        begin(TRUST);
        channel.runPendingTasks();

        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(0);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void takesRequestsOfAClientThatIsLetIn() {
        begin(null);
        http2.begin().request(FIRST, true).request(FIRST + 2, true);
        channel.runPendingTasks();

        List<RawHttp2.Frame> frames = http2.got();
        assertThat(frames).filteredOn(frame -> frame.type() == RawHttp2.HEADERS).hasSize(2);
        assertThat(frames).noneMatch(frame -> frame.type() == RawHttp2.GO_AWAY);
    }

    @Test
    void setsNoTimerOnceItIsGone() {
        begin(null);
        http2.begin(NO_WINDOW).request(FIRST, true);
        assertThat(channel.runScheduledPendingTasks()).isPositive();

        channel.unsafe().close(channel.newPromise());
        channel.runPendingTasks();

        assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);
    }

    private void begin(ClientTrust shownTo) {
        listener.trust(null);
        MultiplexedConnection.begin(
                listener, channel, new Peer((InetSocketAddress) channel.remoteAddress(), true, shownTo, null));
    }

    /** A listener whose requests fail. */
    private final class Listening implements ListenerContext {
        private static final ListenerLimits LIMITS = new ListenerLimits(
                ByteSize.parse("1KiB"), ByteSize.parse("2KiB"), 50, ByteSize.parse("1MiB"), 10, 0, 100);

        private final GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());
        private final Admission admission = new Admission(10, 1 << 20);
        private ListenerTerms terms;

        /** Asks for certificates of other authorities from now on. */
        void trust(ClientTrust clients) {
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
                    new Router(List.of(new Router.Route(config.routes().getFirst(), null))),
                    Map.of(channel.eventLoop(), new LoopServices(Map.of(), () -> false, metrics.internalErrors())),
                    clients == null ? null : new ListenerTls(null, "", clients, null, null, List.of()));
        }

        @Override
        public HttpExchange exchange(ListenerTerms met, ClientPort client, IncomingRequest incoming) {
            throw new IllegalStateException("thrown by a test");
        }

        @Override
        public String name() {
            return "http";
        }

        @Override
        public ListenerTerms terms() {
            return terms;
        }

        @Override
        public Admission admission() {
            return admission;
        }

        @Override
        public boolean stopping() {
            return false;
        }

        @Override
        public DateField date() {
            return new DateField();
        }

        @Override
        public void refused(Refused refused, ListenerTerms met) {}

        @Override
        public void threw(String what, RequestId request, Throwable thrown) {}

        @Override
        public void opened(ClientConnection connection) {}

        @Override
        public void closed(ClientConnection connection) {}

        @Override
        public void opened(MultiplexedConnection connection) {}

        @Override
        public void closed(MultiplexedConnection connection) {}
    }
}
