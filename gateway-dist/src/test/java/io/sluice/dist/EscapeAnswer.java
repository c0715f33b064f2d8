package io.sluice.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * Everything received on a dedicated connection, byte by byte, including what a client library would not show.
 *
 * @param everything as received, one character per byte
 * @param body of the first answer, its chunks joined and decompressed
 */
record EscapeAnswer(String everything, String body) {

    private static final int WHOLE_ANSWER_MILLIS = 60_000;

    /** Requests that are broken on purpose may get no answer, or one on a connection that stays open. */
    private static final int RAW_ANSWER_MILLIS = 3_000;

    /**
     * Sends a request and reads until the connection ends.
     *
     * @param broken whether to stop waiting when nothing comes for a short while
     */
    static EscapeAnswer of(URI address, byte[] request, boolean broken) throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(broken ? RAW_ANSWER_MILLIS : WHOLE_ANSWER_MILLIS);
            try {
                socket.getOutputStream().write(request);
                socket.getInputStream().transferTo(received);
            } catch (SocketTimeoutException e) {
                if (!broken) {
                    throw new IOException("no end of the answer to " + new String(request, ISO_8859_1), e);
                }
            } catch (SocketException e) {
                // a refused request's connection may be reset before all of it is written; what came counts
            }
        }
        String everything = received.toString(ISO_8859_1);
        return new EscapeAnswer(everything, bodyOf(everything));
    }

    /** The status of the first response; 0 if there is none. */
    int status() {
        return everything.startsWith("HTTP/1.") && everything.length() > 12
                ? Integer.parseInt(everything.substring(9, 12))
                : 0;
    }

    String head() {
        int end = everything.indexOf("\r\n\r\n");
        return end < 0 ? everything : everything.substring(0, end);
    }

    private static String bodyOf(String everything) {
        int end = everything.indexOf("\r\n\r\n");
        if (end < 0) {
            return "";
        }
        String head = everything.substring(0, end).toLowerCase(Locale.ROOT);
        String body = everything.substring(end + 4);
        try {
            byte[] bytes =
                    (head.contains("transfer-encoding: chunked") ? RawRequest.joined(body) : body).getBytes(ISO_8859_1);
            if (head.contains("content-encoding: gzip")) {
                try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                    bytes = in.readAllBytes();
                }
            }
            return new String(bytes, UTF_8);
        } catch (IOException | RuntimeException e) {
            return body;
        }
    }
}
