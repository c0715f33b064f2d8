package io.sluice.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamHeadTest {

    private static Http2Headers get(String path) {
        return new DefaultHttp2Headers(false)
                .method("GET")
                .scheme("https")
                .path(path)
                .authority("a.example:9200");
    }

    private static String written(Http2Headers headers, boolean endOfStream) {
        ByteBuf out = Unpooled.buffer();
        boolean chunked = StreamHead.write(headers, endOfStream, out);
        String text = out.toString(ISO_8859_1);
        assertThat(text.contains("transfer-encoding: chunked")).isEqualTo(chunked);
        return text;
    }

    @Test
    void writesTheAuthorityAsHostAndJoinsCookies() {
        Http2Headers headers = get("/logs/_search?q=a")
                .add("cookie", "a=1")
                .add("accept", "*/*")
                .add("cookie", "b=2")
                .add("host", "a.example:9200");

        assertThat(written(headers, true))
                .isEqualTo("GET /logs/_search?q=a HTTP/1.1\r\nhost: a.example:9200\r\naccept: */*\r\n"
                        + "cookie: a=1; b=2\r\n\r\n");
    }

    @Test
    void leavesTheAsteriskToOptions() {
        assertThat(written(get("*").method("OPTIONS"), true)).startsWith("OPTIONS * HTTP/1.1\r\n");
        assertThatThrownBy(() -> written(get("*"), true)).isInstanceOf(BadMessageException.class);
        assertThatThrownBy(() -> written(get("**").method("OPTIONS"), true)).isInstanceOf(BadMessageException.class);
    }

    @Test
    void framesABodyOfUnknownLengthInChunks() {
        assertThat(written(get("/"), false)).endsWith("transfer-encoding: chunked\r\n\r\n");
        assertThat(written(get("/").add("content-length", "3"), false)).endsWith("content-length: 3\r\n\r\n");
        assertThat(written(get("/").add("content-length", "0"), true)).endsWith("content-length: 0\r\n\r\n");
    }

    @Test
    void leavesTwoHostsToTheCheckOfHeads() {
        assertThat(written(get("/").add("host", "b"), true)).contains("host: a.example:9200\r\n", "host: b\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "a", "http://other/", "/a b", "/a\r\nx: y", "/a\tb", "/\u0000", "/\u007f"})
    void refusesAPathThatTextWouldReadOtherwise(String path) {
        assertThatThrownBy(() -> written(get(path), true)).isInstanceOf(BadMessageException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "transfer-encoding, chunked",
        "connection, X-Tenant",
        "keep-alive, 1",
        "proxy-connection, keep-alive",
        "upgrade, h2c",
        "te, gzip",
        "'a b', c",
        "'a:', c",
        "'', c",
        "'a\r\nb', c",
        "a, 'b\r\nc: d'",
        "a, 'b\nc: d'",
        "content-length, 5"
    })
    void refusesHeadersThatTextWouldReadOtherwise(String name, String value) {
        assertThatThrownBy(() -> written(get("/").add(name, value), true)).isInstanceOf(BadMessageException.class);
    }

    @Test
    void refusesARequestWithoutMethodSchemeOrPath() {
        for (String missing : new String[] {":method", ":scheme", ":path"}) {
            Http2Headers headers = get("/");
            headers.remove(missing);
            assertThatThrownBy(() -> written(headers, true)).isInstanceOf(BadMessageException.class);
        }
        assertThatThrownBy(() -> written(get("/").method("GE T"), true)).isInstanceOf(BadMessageException.class);
    }

    @Test
    void writesOneHeadOfAsManyLinesWhateverBytesItIsGiven() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int written = 0;
        for (int round = 0; round < 20_000; round++) {
            Http2Headers headers = get("/" + bytes(random)).method(random.nextInt(4) == 0 ? bytes(random) : "POST");
            int count = random.nextInt(4);
            for (int i = 0; i < count; i++) {
                headers.add(random.nextBoolean() ? "x" + i : bytes(random), bytes(random));
            }
            String text;
            try {
                text = written(headers, true);
            } catch (BadMessageException e) {
                continue;
            }
            written++;
            String[] lines = text.split("\r\n", -1);
            assertThat(lines).as("seed %d", seed).hasSize(count + 4);
            assertThat(lines[0].split(" ", -1)).as("seed %d", seed).hasSize(3);
            assertThat(text).as("seed %d", seed).endsWith("\r\n\r\n").doesNotContain("\0");
        }
        assertThat(written).isGreaterThan(1_000);
    }

    private static String bytes(Random random) {
        String likely = "ab-:\r\n \t\0/;%\u007f\u00e9";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(likely.charAt(random.nextInt(random.nextInt(3) == 0 ? likely.length() : 3)));
        }
        return text.toString();
    }
}
