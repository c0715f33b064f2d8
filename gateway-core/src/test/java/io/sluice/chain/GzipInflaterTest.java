package io.sluice.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.json.JsonLimits;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads gzip as Netty's decoder does, which is the one of the servers, or refuses it. */
@Tag("slow")
class GzipInflaterTest {
    private static final BodyLimits LIMITS = new BodyLimits(1 << 20, 1000, JsonLimits.DEFAULT, BulkLimits.DEFAULT);
    private static final int ROUNDS = Integer.getInteger("sluice.fuzz.gzip", 5_000);
    private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
    /** Where a header has its flags. */
    private static final int FLAGS = 3;

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "garbage", "nine byte", "\u0000\u0000", "\u001f"})
    void ignoresAFewBytesBehindTheStreamAsServersDo(String rest) throws Exception {
        byte[] body = joined(gzip("{}\n"), rest.getBytes(UTF_8));

        assertThat(server(body)).isEqualTo("{}\n");
        assertThat(inflated(body)).isEqualTo("{}\n");
    }

    @Test
    void refusesAsManyBytesAsAHeaderThatAreNone() throws Exception {
        byte[] body = joined(gzip("{}\n"), "ten bytes.".getBytes(UTF_8));

        assertThat(server(body)).isNull();
        assertThatThrownBy(() -> inflated(body))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("something follows");
    }

    @Test
    void readsMembersThatFollowAsServersDo() throws Exception {
        byte[] body = joined(gzip("{\"index\":{}}\n"), gzip(""), gzip("{}\n"), new byte[9]);

        assertThat(server(body)).isEqualTo("{\"index\":{}}\n{}\n");
        assertThat(inflated(body)).isEqualTo("{\"index\":{}}\n{}\n");
    }

    @Test
    void refusesAStreamThatIsCutOff() throws Exception {
        byte[] two = joined(gzip("{}\n"), gzip("{}\n"));
        for (int length : new int[] {two.length - 1, two.length - 8, two.length / 2 + 10, two.length / 2 - 1, 9}) {
            assertThatThrownBy(() -> inflated(Arrays.copyOf(two, length)))
                    .as("%d bytes", length)
                    .isInstanceOf(DataFormatException.class);
        }
    }

    @Test
    void readsNothingThatServersReadDifferently() throws Exception {
        Random random = new Random(SEED);
        int read = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] first = gzip("{\"a\":" + i + "}\n");
            byte[] rest = new byte[random.nextInt(12)];
            byte[] body = mutated(joined(first, gzip("{\"b\":1}\n"), rest), first.length, random);
            String here = readOrNull(body);
            if (here != null) {
                read++;
                assertThat(server(body))
                        .as("round %d of -Dsluice.fuzz.seed=%d", i, SEED)
                        .isEqualTo(here);
            }
        }
        assertThat(read).isGreaterThan(ROUNDS / 100);
    }

    private static byte[] mutated(byte[] body, int second, Random random) {
        byte[] changed = random.nextInt(4) == 0 ? Arrays.copyOf(body, random.nextInt(body.length)) : body;
        for (int n = random.nextInt(3); n > 0 && changed.length > 0; n--) {
            int at = random.nextInt(changed.length);
            // Some flags make the servers' decoder fail at a valid header, which the gateway reads.
            if (at != FLAGS && at != second + FLAGS) {
                changed[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return changed;
    }

    private static @Nullable String readOrNull(byte[] body) {
        try {
            return inflated(body);
        } catch (DataFormatException e) {
            return null;
        }
    }

    /** The body as the gateway reads it, byte by byte. */
    private static String inflated(byte[] body) throws DataFormatException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GzipInflater inflater = new GzipInflater(LIMITS)) {
            for (byte each : body) {
                inflater.offer(Unpooled.wrappedBuffer(new byte[] {each}), ByteBufAllocator.DEFAULT);
                for (ByteBuf slice = inflater.step(); slice.isReadable(); slice = inflater.step()) {
                    byte[] bytes = new byte[slice.readableBytes()];
                    slice.getBytes(slice.readerIndex(), bytes);
                    out.writeBytes(bytes);
                }
            }
            inflater.end();
        }
        return out.toString(UTF_8);
    }

    /** The body as the servers' decoder reads it; null if it fails. */
    private static @Nullable String server(byte[] body) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpContentDecompressor(0));
        DefaultHttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
        request.headers().set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
        StringBuilder text = new StringBuilder();
        boolean good = true;
        try {
            channel.writeInbound(request, new DefaultLastHttpContent(Unpooled.wrappedBuffer(body)));
            channel.finish();
        } catch (DecoderException e) {
            good = false;
        }
        for (Object part = channel.readInbound(); part != null; part = channel.readInbound()) {
            if (part instanceof HttpContent content) {
                text.append(content.content().toString(UTF_8));
                content.release();
            }
        }
        return good ? text.toString() : null;
    }

    private static byte[] gzip(String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
