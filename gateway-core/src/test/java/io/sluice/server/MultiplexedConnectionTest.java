package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.failure.FailureKind;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.tls.ClientTrust;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of HTTP/2 without sockets, of a double of the listener. */
class MultiplexedConnectionTest {
    private static final int FIRST = EmbeddedHttp2.FIRST;
    // HEAD https / of RFC 7541's static table.
    private static final byte[] HEAD = {0x02, 4, 'H', 'E', 'A', 'D', (byte) 0x87, (byte) 0x84, 0x01, 1, 'a'};
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

    @Test
    void answersAHeadRequestThatIsRefusedForItsCertificateWithoutABody() {
        begin(null);
        http2.begin();
        listener.trust(TRUST);
        http2.send(Http2FrameTypes.HEADERS, EmbeddedHttp2.END_HEADERS | EmbeddedHttp2.END_STREAM, FIRST, HEAD);
        channel.runPendingTasks();

        List<RawHttp2.Frame> frames = http2.got();
        assertThat(frames).filteredOn(frame -> frame.type() == RawHttp2.HEADERS).hasSize(1);
        assertThat(frames)
                .filteredOn(frame -> frame.type() == RawHttp2.DATA)
                .allMatch(frame -> frame.payload().length == 0);
        assertThat(listener.refused)
                .singleElement()
                .satisfies(refused -> assertThat(refused.request())
                        .isNotNull()
                        .extracting(HttpRequest::uri)
                        .isEqualTo("/"));
    }

    /** Its handshake was under way as the listener changed. */
    @Test
    void endsAtOnceIfItsClientWouldNotBeLetInAnyMore() {
        begin(TRUST);
        channel.runPendingTasks();

        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(0);
        assertThat(channel.isOpen()).isFalse();
    }

    /** The handshake was under way as the listener stopped. */
    @Test
    void endsAtOnceWhereNoMoreConnectionsAreTaken() {
        listener.stop(true);
        begin(null);
        channel.runPendingTasks();

        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(0);
        assertThat(channel.isOpen()).isFalse();
    }

    /** Balancers send requests until they have noticed. */
    @Test
    void endsWithItsFirstRequestWhileTheGatewayStillAccepts() {
        listener.stop(false);
        begin(null);
        http2.begin().request(FIRST, true);
        channel.runPendingTasks();

        List<RawHttp2.Frame> frames = http2.got();
        assertThat(frames).filteredOn(frame -> frame.type() == RawHttp2.HEADERS).hasSize(1);
        assertThat(frames).filteredOn(frame -> frame.type() == RawHttp2.GO_AWAY).hasSize(1);
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

    /** More than the listener takes, more than the list that it announces, and far more. */
    @ParameterizedTest
    @ValueSource(ints = {2_500, 5_000, 50_000})
    void answersAHeadThatIsTooLargeOnItsStreamAlone(int bytes) {
        begin(null);
        http2.begin()
                .head(FIRST, RawHttp2.block(EmbeddedHttp2.REQUEST, RawHttp2.LONG_NAME, bytes))
                .request(FIRST + 2, true);
        channel.runPendingTasks();

        List<RawHttp2.Frame> frames = http2.got();
        assertThat(frames).noneMatch(frame -> frame.type() == RawHttp2.GO_AWAY || frame.type() == RawHttp2.RST_STREAM);
        assertThat(frames)
                .filteredOn(frame -> frame.type() == RawHttp2.DATA && frame.stream() == FIRST)
                .singleElement()
                .satisfies(frame -> assertThat(new String(frame.payload(), StandardCharsets.UTF_8))
                        .contains("431", "headers"));
        assertThat(frames)
                .filteredOn(frame -> frame.type() == RawHttp2.HEADERS)
                .extracting(RawHttp2.Frame::stream)
                .containsExactly(FIRST, FIRST + 2);
        assertThat(listener.refused.getFirst().failure().status()).isEqualTo(431);
    }

    @Test
    void answersAHeadRequestWhoseHeadIsTooLargeWithoutABody() {
        begin(null);
        http2.begin().head(FIRST, RawHttp2.block(HEAD, RawHttp2.LONG_NAME, 50_000));
        channel.runPendingTasks();

        List<RawHttp2.Frame> frames = http2.got();
        assertThat(frames).filteredOn(frame -> frame.type() == RawHttp2.HEADERS).hasSize(1);
        assertThat(frames).noneMatch(frame -> frame.type() == RawHttp2.DATA);
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 50_000})
    void tellsAPathThatIsTooLongFromHeaders(int bytes) {
        begin(null);
        http2.begin().head(FIRST, RawHttp2.block(new byte[] {(byte) 0x82, (byte) 0x87}, new byte[] {4}, bytes));
        channel.runPendingTasks();

        assertThat(listener.refused)
                .singleElement()
                .satisfies(refused -> assertThat(refused.failure().status()).isEqualTo(414));
    }

    /** It is held whole until it can be read. */
    @Test
    void endsWithAHeadThatIsLargerThanItHolds() {
        begin(null);
        http2.begin().head(FIRST, RawHttp2.block(EmbeddedHttp2.REQUEST, RawHttp2.LONG_NAME, 70_000));
        channel.runPendingTasks();

        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.PROTOCOL_ERROR);
    }

    /** HTTP/2 counts 32 bytes more for each header. */
    @Test
    void takesAHeadThatHttp11WouldTake() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(EmbeddedHttp2.REQUEST);
        for (int i = 0; i < 48; i++) {
            block.writeBytes(new byte[] {0, 1, 'x', 36});
            block.writeBytes("y".repeat(36).getBytes(StandardCharsets.US_ASCII));
        }
        begin(null);
        http2.begin().head(FIRST, block.toByteArray());
        channel.runPendingTasks();

        // The exchange was made.
        assertThat(listener.refused)
                .singleElement()
                .satisfies(refused -> assertThat(refused.failure().kind()).isEqualTo(FailureKind.INTERNAL));
    }

    static List<byte[]> malformed() {
        return List.of(
                // no path
                new byte[] {(byte) 0x82, (byte) 0x87, 1, 1, 'a'},
                // a path without a slash
                new byte[] {(byte) 0x82, (byte) 0x87, 4, 1, 'p', 1, 1, 'a'},
                // a name in upper case
                new byte[] {(byte) 0x82, (byte) 0x87, (byte) 0x84, 1, 1, 'a', 0, 1, 'X', 1, 'b'},
                // te: gzip
                new byte[] {(byte) 0x82, (byte) 0x87, (byte) 0x84, 1, 1, 'a', 0, 2, 't', 'e', 4, 'g', 'z', 'i', 'p'});
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void tellsOfAHeadThatIsNotValid(byte[] head) {
        begin(null);
        http2.begin().head(FIRST, head);
        channel.runPendingTasks();

        assertThat(http2.codes(RawHttp2.RST_STREAM)).containsExactly(RawHttp2.PROTOCOL_ERROR);
        assertThat(listener.refused).singleElement().satisfies(refused -> {
            assertThat(refused.failure().kind()).isEqualTo(FailureKind.BAD_REQUEST);
            assertThat(refused.failure().status()).isEqualTo(400);
        });
    }

    private void begin(ClientTrust shownTo) {
        listener.trust(null);
        MultiplexedConnection.begin(
                listener, channel, new Peer((InetSocketAddress) channel.remoteAddress(), true, shownTo, null));
    }

    /** A listener whose requests fail. */
    private final class Listening extends ListenerDouble {

        private final List<Refused> refused = new ArrayList<>();

        Listening() {
            super(new GatewayMetrics(new SimpleMeterRegistry()), new Admission(10, 1 << 20));
        }

        @Override
        public void refused(Refused one, ListenerTerms met) {
            refused.add(one);
        }

        /** Asks for certificates of other authorities from now on. */
        void trust(ClientTrust clients) {
            meet(channel.eventLoop(), null, clients);
        }

        @Override
        public HttpExchange exchange(ListenerTerms met, ClientPort client, IncomingRequest incoming) {
            throw new IllegalStateException("thrown by a test");
        }
    }
}
