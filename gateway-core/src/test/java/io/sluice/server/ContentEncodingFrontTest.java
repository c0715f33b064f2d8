package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import io.sluice.api.RequestPlan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A filter sees the body that a server would see, or the request is refused: also where Content-Encoding comes several times, is a list,
 * or says what is not so. Servers have Netty's {@link HttpContentDecompressor} before their handlers.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContentEncodingFrontTest {
    private static final int CASES = 400;
    private static final List<String> CODINGS = List.of(
            "gzip",
            "gzip",
            "GZip",
            "x-gzip",
            "identity",
            "Identity",
            "deflate",
            "",
            "gzip, gzip",
            "identity, gzip",
            "gzip, identity",
            "gzip,",
            ",gzip",
            "gzip;q=1",
            "\tgzip ",
            "chunked",
            "none",
            "\"gzip\"");
    private static final byte[] PLAIN = "{\"size\":10}".getBytes(StandardCharsets.UTF_8);

    private final AtomicReference<byte @Nullable []> seen = new AtomicReference<>();
    private TestNode node;
    private TestGateway looking;

    @BeforeAll
    void start() throws Exception {
        node = TestNode.answering(TestNode.ok("{}"));
        looking = TestFilter.gateway(
                node,
                TestFilter.onRequest((head, exchange) -> new RequestPlan.Aggregate(10_000, body -> {
                    seen.set(ByteBufUtil.getBytes(body));
                    return RequestPlan.pass();
                })));
    }

    @AfterAll
    void stop() throws Exception {
        looking.close();
        node.close();
    }

    /** What a server's handlers see; null if it refuses the body. */
    private static byte @Nullable [] atServer(List<String> codings, byte[] body) {
        EmbeddedChannel server = new EmbeddedChannel(new HttpContentDecompressor(0));
        DefaultHttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
        codings.forEach(coding -> head.headers().add("Content-Encoding", coding.strip()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            server.writeInbound(head, new DefaultLastHttpContent(Unpooled.copiedBuffer(body)));
            for (Object part = server.readInbound(); part != null; part = server.readInbound()) {
                if (part instanceof HttpContent content) {
                    out.writeBytes(ByteBufUtil.getBytes(content.content()));
                }
                ReferenceCountUtil.release(part);
            }
            return out.toByteArray();
        } catch (RuntimeException e) {
            return null;
        } finally {
            server.close();
            server.releaseInbound();
        }
    }

    @Test
    void showsFiltersWhatTheServerSees() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] compressed = TestFilter.gzip(PLAIN);
        int alike = 0;
        for (int i = 0; i < CASES; i++) {
            List<String> codings = new ArrayList<>();
            for (int lines = random.nextInt(4); lines > 0; lines--) {
                codings.add(CODINGS.get(random.nextInt(CODINGS.size())));
            }
            byte[] body = random.nextBoolean() ? compressed : PLAIN;
            seen.set(null);
            int status = send(codings, body);
            byte[] own = seen.get();
            String name = "seed " + seed + ", " + codings + (body == PLAIN ? " plain" : " gzip");
            if (status == 200) {
                alike++;
                assertThat(own).as(name).isEqualTo(atServer(codings, body));
                assertThat(node.requests().getLast().body()).as(name).isEqualTo(own);
                assertThat(node.requests().getLast().header("content-encoding"))
                        .as(name)
                        .isNull();
            } else {
                assertThat(status).as(name).isIn(400, 415);
            }
        }
        assertThat(alike).as("seed %d", seed).isGreaterThan(CASES / 20);
    }

    private int send(List<String> codings, byte[] body) throws Exception {
        StringBuilder head = new StringBuilder("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n");
        codings.forEach(
                coding -> head.append("Content-Encoding: ").append(coding).append("\r\n"));
        try (RawClient client = new RawClient(looking.port())) {
            client.send(head + "Content-Length: " + body.length + "\r\n\r\n").send(body);
            return client.read().status();
        }
    }

    @Test
    void passesOnWhatNobodyLooksInto() throws Exception {
        byte[] body = TestFilter.gzip(PLAIN);
        try (TestGateway plain = TestGateway.before("", node);
                RawClient client = new RawClient(plain.port())) {
            client.send(
                            "POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: br, gzip\r\nContent-Encoding: x\r\nContent-Length: "
                                    + body.length + "\r\n\r\n")
                    .send(body);
            assertThat(client.read().status()).isEqualTo(200);
            assertThat(node.requests().getLast().body()).isEqualTo(body);
            assertThat(node.requests().getLast().headers())
                    .containsSubsequence("Content-Encoding: br, gzip", "Content-Encoding: x");
        }
    }
}
