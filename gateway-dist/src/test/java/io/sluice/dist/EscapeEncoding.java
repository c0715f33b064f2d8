package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** How the body of an attack becomes bytes. */
final class EscapeEncoding {

    private static final byte[] UTF_8_BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private EscapeEncoding() {}

    static byte[] encode(String name, String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        return switch (name) {
            case "plain" -> utf8;
            case "base64" -> Base64.getDecoder().decode(text);
            case "gzip" -> gzip(utf8);
            case "gzip-two" ->
                joined(
                        gzip(Arrays.copyOf(utf8, utf8.length / 2)),
                        gzip(Arrays.copyOfRange(utf8, utf8.length / 2, utf8.length)));
            case "gzip-tail" -> joined(gzip(utf8), "{\"size\":60}".getBytes(UTF_8));
            case "gzip-twice" -> gzip(gzip(utf8));
            case "gzip-cut" -> Arrays.copyOf(gzip(utf8), gzip(utf8).length - 9);
            case "gzip-bad-sum" -> badSum(gzip(utf8));
            case "bom" -> joined(UTF_8_BOM, utf8);
            case "bom-utf-16le" -> joined(new byte[] {(byte) 0xFF, (byte) 0xFE}, encode("utf-16le", text));
            case "utf-7" -> text.replace("{", "+AHs-").getBytes(UTF_8);
            case "latin1-broken" -> joined(utf8, new byte[] {(byte) 0xE9});
            case "overlong" -> overlong(utf8);
            default -> text.getBytes(Charset.forName(name));
        };
    }

    /** Whether the body goes out with {@code Content-Encoding: gzip}. */
    static boolean isGzip(String name) {
        return name.startsWith("gzip");
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private static byte[] badSum(byte[] gzip) {
        gzip[gzip.length - 6] ^= 1;
        return gzip;
    }

    /** The first quotation mark as an overlong two-byte sequence, which a careless UTF-8 decoder accepts. */
    private static byte[] overlong(byte[] utf8) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean done = false;
        for (byte each : utf8) {
            if (each == '"' && !done) {
                bytes.write(0xC0);
                bytes.write(0xA2);
                done = true;
            } else {
                bytes.write(each);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
