package io.sluice.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** A request written to a socket of its own, as it stands: a head without Host and Connection, and a body as it is on the wire. */
record RawRequest(String line, String headers, byte[] body) {

    private static final int ANSWER_TIMEOUT_MILLIS = 60_000;
    private static final Pattern OF_THE_CONNECTION =
            Pattern.compile("(?i)(connection: close|transfer-encoding: chunked|date: [^\r]*)\r\n");
    private static final Pattern INDEX_UUID = Pattern.compile("(?<=\"index_uuid\" ?: ?\")[A-Za-z0-9_-]{22}(?=\")");
    private static final String JSON = "Content-Type: application/json\r\n";

    static RawRequest of(String line, String... headers) {
        return new RawRequest(line, String.join("\r\n", headers) + (headers.length > 0 ? "\r\n" : ""), new byte[0]);
    }

    static RawRequest json(String line, String body) {
        return withLength(line, JSON, body.getBytes(UTF_8));
    }

    static RawRequest text(String line, String body) {
        return withLength(line, "Content-Type: text/plain\r\n", body.getBytes(UTF_8));
    }

    /** Compressed, and asking for a compressed answer. */
    static RawRequest gzip(String line, String body) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(body.getBytes(UTF_8));
        }
        return withLength(line, JSON + "Content-Encoding: gzip\r\nAccept-Encoding: gzip\r\n", compressed.toByteArray());
    }

    /** In two chunks. */
    static RawRequest chunked(String line, String body) {
        int half = body.length() / 2;
        String chunks = chunk(body.substring(0, half)) + chunk(body.substring(half)) + chunk("");
        return new RawRequest(line, JSON + "Transfer-Encoding: chunked\r\n", chunks.getBytes(ISO_8859_1));
    }

    private static RawRequest withLength(String line, String headers, byte[] body) {
        return new RawRequest(line, headers + "Content-Length: " + body.length + "\r\n", body);
    }

    private static String chunk(String ascii) {
        return Integer.toHexString(ascii.length()) + "\r\n" + ascii + "\r\n";
    }

    /**
     * Every byte of the answer, status line and headers included, in readable form: what is not ASCII is escaped. Left out are the uuid of
     * an index, the date, and what belongs to one connection: the boundaries of chunks, and the headers that announce them and the
     * connection's end.
     */
    String answerOf(URI address) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
            String head = line + " HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\nConnection: close\r\n" + headers;
            OutputStream out = socket.getOutputStream();
            out.write((head + "\r\n").getBytes(ISO_8859_1));
            out.write(body);
            out.flush();
            return comparable(new String(socket.getInputStream().readAllBytes(), ISO_8859_1));
        }
    }

    private static String comparable(String answer) throws IOException {
        int bodyStart = answer.indexOf("\r\n\r\n") + 4;
        String head = answer.substring(0, bodyStart);
        String headKept = OF_THE_CONNECTION.matcher(head).replaceAll("");
        boolean chunked = head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
        String rest = answer.substring(bodyStart);
        String content = chunked && !rest.isEmpty() ? joined(rest) : rest;
        return readable(INDEX_UUID.matcher(headKept + content).replaceAll(""));
    }

    /** What chunks hold, together. */
    static String joined(String chunks) throws IOException {
        if (!chunks.endsWith("0\r\n\r\n")) {
            throw new IOException("the answer has no last chunk: " + readable(chunks));
        }
        StringBuilder content = new StringBuilder();
        int at = 0;
        while (at < chunks.length()) {
            int start = chunks.indexOf("\r\n", at) + 2;
            int end = start + Integer.parseInt(chunks.substring(at, start - 2), 16);
            content.append(chunks, start, end);
            at = end + 2;
        }
        return content.toString();
    }

    private static String readable(String latin1) {
        StringBuilder text = new StringBuilder();
        for (char each : latin1.toCharArray()) {
            if (each >= ' ' && each < 0x7f || each == '\n') {
                text.append(each);
            } else {
                text.append('\\').append(HexFormat.of().toHexDigits((byte) each));
            }
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return line;
    }
}
