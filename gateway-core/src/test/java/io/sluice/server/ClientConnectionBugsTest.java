package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.Flow;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.exchange.LoopServices;
import io.sluice.exchange.NowhereFlow;
import io.sluice.exchange.RequestId;
import io.sluice.json.JsonLimits;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.wire.HeldBytes;
import io.sluice.wire.StrictRequestDecoder;
import io.sluice.wire.WireLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Exceptions between a client's connection and its exchange, raised by doubles of the listener and of what exchanges share. */
class ClientConnectionBugsTest {
    private final List<Throwable> told = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final GatewayMetrics metrics = new GatewayMetrics(meters);
    private final Admission admission = new Admission(10, 1 << 20);

    @Test
    void answersARequestThatCannotBecomeAnExchange() {
        EmbeddedChannel channel = channel(new Listening() {
            @Override
            public HttpExchange exchange(ListenerTerms met, ClientPort client, IncomingRequest incoming) {
                throw new IllegalStateException("thrown by a test");
            }
        });
        channel.writeInbound(bytes("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));

        assertThat(answer(channel)).startsWith("HTTP/1.1 500 ").contains("sluice_internal", "connection: close");
        assertThat(told).hasSize(1);
        assertThat(admission.requests()).isZero();
    }

    @Test
    void answersARequestOfWhichTheExchangeThrowsAsItStarts() {
        EmbeddedChannel channel = channel(() -> false);
        channel.writeInbound(bytes("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
        channel.writeInbound(bytes("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));

        assertThat(answer(channel).split("HTTP/1.1 500 ", -1)).hasSize(3);
        assertThat(channel.isOpen()).isTrue();
        assertThat(admission.requests()).isZero();
        assertThat(meters.get("sluice.internal.errors").counter().count()).isEqualTo(2);
    }

    // What a peer does to its connection is its own affair.
    @Test
    void tellsWhatTheTransportThrows() {
        EmbeddedChannel broken = channel(() -> false);
        broken.pipeline().fireExceptionCaught(new IllegalStateException("thrown by a test"));
        EmbeddedChannel reset = channel(() -> false);
        reset.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));

        assertThat(told).singleElement().asString().contains("thrown by a test");
        assertThat(broken.isOpen()).isFalse();
        assertThat(reset.isOpen()).isFalse();
    }

    @Test
    void closesTheConnectionOfAnExchangeThatCannotEvenEnd() {
        EmbeddedChannel channel = channel(() -> {
            throw new IllegalStateException("thrown by a test");
        });
        channel.writeInbound(bytes("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));

        assertThat(answer(channel)).isEmpty();
        assertThat(channel.isOpen()).isFalse();
        assertThat(admission.requests()).isZero();
        assertThat(meters.get("sluice.internal.errors").counter().count()).isEqualTo(2);
    }

    @Test
    void tellsOfAnAnswerThatCannotBeEncoded() {
        EmbeddedChannel channel = channel(new Listening() {
            @Override
            public HttpExchange exchange(ListenerTerms met, ClientPort client, IncomingRequest incoming) {
                Filter silent = new Filter() {
                    @Override
                    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                        return new RequestPlan.Later<>(new CompletableFuture<>(), never -> RequestPlan.pass());
                    }
                };
                return exchangeOf(
                        client, incoming, List.of(new NamedFilter("silent", silent, nanos -> {})), () -> false);
            }
        });
        channel.writeInbound(bytes("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
        channel.pipeline().fireExceptionCaught(new EncoderException("raised by a test"));

        assertThat(answer(channel)).startsWith("HTTP/1.1 500 ");
        assertThat(channel.isOpen()).isFalse();
        assertThat(admission.requests()).isZero();
        assertThat(meters.get("sluice.internal.errors").counter().count()).isOne();
    }

    private EmbeddedChannel channel(BooleanSupplier stopping) {
        return channel(new Listening() {
            @Override
            public HttpExchange exchange(ListenerTerms met, ClientPort client, IncomingRequest incoming) {
                return exchangeOf(client, incoming, List.of(), stopping);
            }
        });
    }

    // No cluster has the name that the flow relays to.
    private HttpExchange exchangeOf(
            ClientPort client, IncomingRequest incoming, List<NamedFilter> filters, BooleanSupplier stopping) {
        return new HttpExchange(
                client, flow(filters), new LoopServices(Map.of(), stopping, metrics.internalErrors()), incoming);
    }

    private Flow flow(List<NamedFilter> filters) {
        return NowhereFlow.of(metrics, filters, new BodyLimits(1 << 20, 10, JsonLimits.DEFAULT, BulkLimits.DEFAULT));
    }

    private EmbeddedChannel channel(Listening listener) {
        EmbeddedChannel channel = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress("127.0.0.1", 1);
            }
        };
        listener.meet(channel.eventLoop(), flow(List.of()), null);
        ResponseEncoder encoder = new ResponseEncoder();
        var decoder = new StrictRequestDecoder(new WireLimits(1_000, 2_000, 50), HeldBytes.UNBOUNDED);
        Peer peer = new Peer((InetSocketAddress) channel.remoteAddress(), false);
        channel.pipeline().addLast(decoder, encoder, new ClientConnection(listener, channel, decoder, encoder, peer));
        return channel;
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }

    private static String answer(EmbeddedChannel channel) {
        StringBuilder text = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            text.append(part.toString(StandardCharsets.ISO_8859_1));
            part.release();
        }
        return text.toString();
    }

    /** A listener that keeps what it is told of. */
    private abstract class Listening extends ListenerDouble {

        Listening() {
            super(metrics, admission);
        }

        @Override
        public void threw(String what, RequestId request, Throwable thrown) {
            told.add(thrown);
        }
    }
}
