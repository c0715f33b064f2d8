package io.sluice.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunked bodies, and that nothing is read of them that Netty's own decoder would refuse or read differently. */
@Tag("slow")
class ChunkedBodyTest {
    private static final String HEAD = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final WireLimits LIMITS = new WireLimits(4096, 65_536, 100);
    private static final String REFUSED = "refused";
    private static final String INCOMPLETE = "incomplete";
    private static final long SEED = Long.getLong("sluice.test.seed", System.nanoTime());

    @ParameterizedTest
    @CsvSource({
        "'3|abc|0||', abc",
        "'1|a|2|bc|0||', abc",
        "'003|abc|0||', abc",
        "'3;name=value|abc|1|d|0||', abcd",
        "'1|a|1;x|b|1|c|0||', abc",
        "'A|0123456789|0||', 0123456789",
        "'a|0123456789|0|Trailer: x||', 0123456789",
        "'0||', ''",
        "'3|ab|0||', refused",
        "'2|abc|0||', refused",
        "'2|ab0|', refused",
        "'|a|0||', refused",
        "'x|a|0||', refused",
        "'-1|a|0||', refused",
        "' 1|a|0||', refused",
        "'+1|a|0||', refused",
        "'0x1|a|0||', refused",
        "'80000000|a', refused",
        "'123456789|a', refused",
        "'7fffffff|a', incomplete",
        "'3|ab', incomplete",
    })
    void readsWhatIsWritten(String body, String expected) {
        byte[] bytes = (HEAD + body.replace("|", "\r\n")).getBytes(StandardCharsets.ISO_8859_1);

        for (int step : new int[] {1, 2, 3, bytes.length}) {
            assertThat(read(decoder(), bytes, () -> step))
                    .as("in steps of %d", step)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1\r\na\n0\r\n\r\n", "1\na\r\n0\r\n\r\n", "1\r\na\rb0\r\n\r\n", "1\r\na\r\r\n0\r\n\r\n"})
    void refusesOtherLineEnds(String body) {
        byte[] bytes = (HEAD + body).getBytes(StandardCharsets.ISO_8859_1);

        assertThat(read(decoder(), bytes, () -> bytes.length)).isEqualTo(REFUSED);
        assertThat(read(decoder(), bytes, () -> 1)).isEqualTo(REFUSED);
    }

    @Test
    void readsWhatNettyReads() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = (HEAD + randomBody(random)).getBytes(StandardCharsets.ISO_8859_1);
            boolean whole = !random.split().nextBoolean();
            if (!whole) {
                mutate(bytes, random);
            }

            String read = read(decoder(), bytes, () -> random.nextInt(1, 40));
            String netty = read(new HttpRequestDecoder(ParserConfig.of(LIMITS)), bytes, () -> bytes.length);

            String what = "seed " + SEED + ", " + new String(bytes, StandardCharsets.ISO_8859_1);
            if (whole) {
                assertThat(read).as(what).isEqualTo(netty).isNotIn(REFUSED, INCOMPLETE);
            } else if (!read.equals(REFUSED) && !read.equals(INCOMPLETE)) {
                assertThat(read).as(what).isEqualTo(netty);
            }
        }
    }

    private static String randomBody(SplittableRandom random) {
        StringBuilder body = new StringBuilder();
        for (int chunks = random.nextInt(1, 8); chunks > 0; chunks--) {
            int length = random.nextInt(5) == 0 ? random.nextInt(900, 3000) : random.nextInt(1, 30);
            String size = Integer.toHexString(length);
            body.append("0".repeat(random.nextInt(3)))
                    .append(random.nextBoolean() ? size : size.toUpperCase(java.util.Locale.ROOT))
                    .append(random.nextInt(4) == 0 ? ";a=b" : "")
                    .append("\r\n")
                    .append("x0\r\n;a".repeat(length), 0, length)
                    .append("\r\n");
        }
        return body.append("0\r\n")
                .append(random.nextInt(3) == 0 ? "T: 1\r\n" : "")
                .append("\r\n")
                .toString();
    }

    private static void mutate(byte[] bytes, SplittableRandom random) {
        byte[] octets = {'\r', '\n', '0', '1', 'f', ';', ' ', 'g', 0, (byte) 0x80, '-'};
        for (int n = random.nextInt(1, 3); n > 0; n--) {
            bytes[random.nextInt(HEAD.length(), bytes.length)] = octets[random.nextInt(octets.length)];
        }
    }

    private static StrictRequestDecoder decoder() {
        StrictRequestDecoder decoder = new StrictRequestDecoder(LIMITS, HeldBytes.UNBOUNDED);
        decoder.next();
        return decoder;
    }

    /** How many bytes come at once. */
    private interface Steps {
        int next();
    }

    /** The body of the first request as text, or why there is none. */
    private static String read(ChannelHandler decoder, byte[] bytes, Steps steps) {
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        StringBuilder body = new StringBuilder();
        String result = null;
        for (int at = 0; at < bytes.length && result == null; ) {
            int end = Math.min(bytes.length, at + steps.next());
            channel.writeInbound(Unpooled.copiedBuffer(bytes, at, end - at));
            at = end;
            for (HttpObject part = channel.readInbound();
                    part != null && result == null;
                    part = channel.readInbound()) {
                result = take(part, body);
                ReferenceCountUtil.release(part);
            }
        }
        channel.finishAndReleaseAll();
        return result == null ? INCOMPLETE : result;
    }

    private static String take(HttpObject part, StringBuilder body) {
        if (part.decoderResult().isFailure()) {
            return REFUSED;
        }
        if (part instanceof HttpContent content) {
            ByteBuf bytes = content.content();
            body.append(bytes.toString(StandardCharsets.ISO_8859_1));
        }
        return part instanceof LastHttpContent ? body.toString() : null;
    }
}
