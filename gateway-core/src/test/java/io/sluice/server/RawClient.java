package io.sluice.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends exactly the bytes it is told, and reads answers one by one. */
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    /** An answer; {@code head} is its status line and headers in lower case. */
    record Answer(int status, String head, String body) {
        String header(String name) {
            for (String line : head.split("\r\n")) {
                if (line.startsWith(name + ":")) {
                    return line.substring(name.length() + 1).strip();
                }
            }
            return null;
        }
    }

    RawClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(15_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Whether something of an answer has come. */
    boolean hasAnswer() throws IOException {
        return in.available() > 0;
    }

    /** The next answer with its body; null if the connection was closed instead. */
    Answer read() throws IOException {
        return read(false);
    }

    /** The next answer to a HEAD request: no body follows, whatever its length says. */
    Answer readHead() throws IOException {
        return read(true);
    }

    private Answer read(boolean toHead) throws IOException {
        String first = readLine();
        if (first == null) {
            return null;
        }
        StringBuilder head = new StringBuilder(first).append("\r\n");
        int length = -1;
        boolean chunked = false;
        for (String line = readLine(); line != null && !line.isEmpty(); line = readLine()) {
            String lower = line.toLowerCase(Locale.ROOT);
            head.append(lower).append("\r\n");
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        int status = Integer.parseInt(first.split(" ")[1]);
        byte[] body;
        if (toHead || status == 204 || status == 304 || status < 200) {
            body = new byte[0];
        } else if (chunked) {
            body = readChunks();
        } else {
            body = length < 0 ? in.readAllBytes() : in.readNBytes(length);
        }
        return new Answer(status, head.toString(), new String(body, StandardCharsets.UTF_8));
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String line = readLine();
            if (line == null) {
                throw new IOException("the answer was cut off");
            }
            int size = Integer.parseInt(line, 16);
            body.write(in.readNBytes(size));
            readLine();
            if (size == 0) {
                return body.toByteArray();
            }
        }
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
            }
            line.write(b);
        }
        return null;
    }

    /** Everything that comes until the gateway closes the connection. */
    String readAll() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            for (int b = in.read(); b >= 0; b = in.read()) {
                all.write(b);
            }
        } catch (java.net.SocketException e) {
            return all.toString(StandardCharsets.ISO_8859_1);
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** What comes at once, at least one byte. */
    String readFirst() throws IOException {
        int first = in.read();
        return (char) first + new String(in.readNBytes(in.available()), StandardCharsets.ISO_8859_1);
    }

    /** Everything that comes until the gateway closes the connection, which may not be by a reset. */
    String readAllOrThrow() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Whether the gateway closed the connection and nothing more comes. */
    boolean closed() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
