package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.chain.BodyLimits;
import io.sluice.chain.RequestChain;
import io.sluice.json.JsonLimits;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.upstream.Relay;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The way of a compressed body that filters look into, from one connection to the next. */
class RequestSideTest {
    private static final String BODY = "{\"size\":10}";
    private static final BodyLimits LIMITS = new BodyLimits(1 << 20, 1000, JsonLimits.DEFAULT, BulkLimits.DEFAULT);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());
    private final IncomingRequest incoming = incoming();
    private final Flow flow = NowhereFlow.of(metrics, List.of(), LIMITS);
    private final ClientPort client = (ClientPort) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ClientPort.class},
            (self, method, arguments) -> switch (method.getName()) {
                case "loop" -> channel.eventLoop();
                case "allocator" -> UnpooledByteBufAllocator.DEFAULT;
                case "isWritable" -> true;
                case "untaken", "bodyTimeoutNanos" -> 0L;
                default -> null;
            });

    private static IncomingRequest incoming() {
        InetSocketAddress client = new InetSocketAddress("127.0.0.1", 1);
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/logs/_search");
        request.headers().set("content-encoding", "gzip").set("transfer-encoding", "chunked");
        return new IncomingRequest(
                new RequestId(1, 1),
                request,
                RequestTarget.parse(request.uri()),
                headers -> new Origin("http", client, client, false, null));
    }

    @Test
    void sendsWhatAConnectionThatBrokeDidNotTakeToTheNextOne() throws Exception {
        HttpExchange exchange = new HttpExchange(
                client, flow, new LoopServices(Map.of(), () -> false, metrics.internalErrors()), incoming);
        RequestSide side = new RequestSide(exchange, incoming, client);
        RequestChain chain = new RequestChain(
                List.of(),
                incoming.head(),
                new RequestChain.Surroundings(
                        new ExchangeFacts(incoming, flow), Runnable::run, LIMITS, UnpooledByteBufAllocator.DEFAULT),
                exchange,
                side);
        side.through(chain);
        chain.body().lookInside();
        Written broken = new Written(false);
        Written next = new Written(true);

        side.sendOn(broken, null);
        side.receive(new DefaultLastHttpContent(Unpooled.wrappedBuffer(gzip())));
        side.detach();
        side.sendOn(next, null);

        assertThat(broken.head).isNull();
        assertThat(next.bytes.toString(StandardCharsets.UTF_8)).isEqualTo(BODY);
        assertThat(next.ended).isTrue();
        assertThat(side.sentAll()).isTrue();
        side.close();
        channel.close();
    }

    private static byte[] gzip() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(BODY.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** A connection that keeps what is written to it. */
    private static final class Written implements Relay {
        private final boolean writable;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private @Nullable HttpRequest head;
        private boolean ended;

        Written(boolean writable) {
            this.writable = writable;
        }

        @Override
        public void begin(UpstreamUser user) {}

        @Override
        public void writeHead(HttpRequest request) {
            head = request;
        }

        @Override
        public void writeBody(ByteBuf part) {
            bytes.writeBytes(ByteBufUtil.getBytes(part));
            part.release();
        }

        @Override
        public void write(HttpObject part) {
            ended |= part instanceof LastHttpContent;
            ReferenceCountUtil.release(part);
        }

        @Override
        public void flush() {}

        @Override
        public boolean isWritable() {
            return writable;
        }

        @Override
        public void read() {}

        @Override
        public void release() {}

        @Override
        public void releaseUnused() {}

        @Override
        public void abort() {}

        @Override
        public void reportSuccess() {}

        @Override
        public @Nullable UpstreamNode node() {
            return null;
        }
    }
}
