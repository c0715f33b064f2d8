package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.api.ByteSize;
import io.sluice.config.ListenerLimits;
import io.sluice.wire.HeldBytes;
import io.sluice.wire.StrictRequestDecoder;
import io.sluice.wire.WireLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any bytes at the door: nothing is thrown, nothing is let in that could be framed in two ways, and where they are cut is no matter. */
class HttpFrontFuzzTest {
    private static final ListenerLimits LIMITS =
            new ListenerLimits(ByteSize.parse("1KiB"), ByteSize.parse("2KiB"), 50, ByteSize.parse("1MiB"), 10, 0, 100);
    private static final HeadCheck CHECK = new HeadCheck(LIMITS, true, head -> null);

    @FuzzTest
    void anyBytes(byte[] bytes) {
        List<String> whole = read(bytes, bytes.length);
        assertThat(read(bytes, 1)).isEqualTo(whole);
    }

    @Test
    void mutatedRequests() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] parts = {
            "GET / HTTP/1.1\r\n",
            "POST /a/_bulk HTTP/1.1\r\n",
            "Host: a\r\n",
            "Content-Length: 3\r\n",
            "\r\n",
            "abc",
            "Transfer-Encoding: chunked\r\n",
            "3\r\nabc\r\n",
            "0\r\n\r\n",
            " folded\r\n",
            "X: y\r\n",
            "\n",
            "\r",
            " ",
            "\u0000",
            "Content-Length: 4\r\n",
            "Transfer-Encoding: gzip\r\n",
            "HTTP/1.0\r\n",
            "X : y\r\n",
            "Expect: 100-continue\r\n"
        };
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            assertThat(read(bytes, 1 + random.nextInt(7)))
                    .as("seed %d, %s", seed, text)
                    .isEqualTo(read(bytes, bytes.length));
        }
    }

    /** What comes out, as text: a line a request that is let in, with its body behind it, up to the first that is refused. */
    private static List<String> read(byte[] bytes, int cut) {
        StrictRequestDecoder decoder = new StrictRequestDecoder(new WireLimits(1024, 2048, 50), HeldBytes.UNBOUNDED);
        decoder.next();
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        List<String> seen = new ArrayList<>();
        StringBuilder body = new StringBuilder();
        boolean refused = false;
        try {
            for (int at = 0; at < bytes.length && !refused; at += cut) {
                ByteBuf part = Unpooled.copiedBuffer(bytes, at, Math.min(cut, bytes.length - at));
                channel.writeInbound(part);
                for (HttpObject object = channel.readInbound(); object != null; object = channel.readInbound()) {
                    refused = refused || !accept(object, seen, body);
                    ReferenceCountUtil.release(object);
                    if (object instanceof LastHttpContent) {
                        decoder.next();
                        decoder.readHeld();
                    }
                }
            }
        } finally {
            channel.finishAndReleaseAll();
        }
        seen.add(body.toString());
        return seen;
    }

    private static boolean accept(HttpObject object, List<String> seen, StringBuilder body) {
        if (object.decoderResult().isFailure()) {
            return false;
        }
        if (object instanceof HttpRequest request) {
            if (CHECK.check(request) != null || !hasTarget(request)) {
                return false;
            }
            checkUnambiguous(request.headers());
            seen.add(body + "|" + request.method() + " " + request.uri());
            body.setLength(0);
        } else if (object instanceof HttpContent content) {
            body.append(content.content().toString(StandardCharsets.ISO_8859_1));
        }
        return true;
    }

    private static boolean hasTarget(HttpRequest request) {
        try {
            return CHECK.targetOf(request).raw().startsWith("/");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void checkUnambiguous(HttpHeaders headers) {
        int lengths = headers.getAll("content-length").size();
        int codings = headers.getAll("transfer-encoding").size();
        assertThat(lengths + codings).as("ways to frame the body").isLessThanOrEqualTo(1);
        assertThat(headers.getAll("host").size()).isLessThanOrEqualTo(1);
        for (Map.Entry<String, String> header : headers) {
            assertThat(header.getKey()).matches("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");
            assertThat(header.getValue()).doesNotContain("\r", "\n", "\u0000");
        }
    }
}
