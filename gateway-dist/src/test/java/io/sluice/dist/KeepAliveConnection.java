package io.sluice.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/** A keep-alive connection to a gateway, on a plain socket so that nothing sends a request twice. For one thread. */
final class KeepAliveConnection implements AutoCloseable {

    private static final int ANSWER_TIMEOUT_MILLIS = 90_000;

    /** A request; its body may be empty. */
    record Request(String method, String target, String body) {}

    /** An answer; {@code keepAlive} is whether the connection can be used again. */
    record Answer(int status, String body, boolean keepAlive) {}

    private final Socket socket;
    private final InputStream in;

    KeepAliveConnection(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** @param socket closed with the connection */
    KeepAliveConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Answer exchange(Request request) throws IOException {
        send(request);
        return receive();
    }

    void send(Request request) throws IOException {
        byte[] body = request.body().getBytes(UTF_8);
        String head = request.method() + " " + request.target() + " HTTP/1.1\r\nHost: localhost\r\n"
                + (body.length == 0 ? "" : "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n")
                + "\r\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(ISO_8859_1));
        bytes.writeBytes(body);
        socket.getOutputStream().write(bytes.toByteArray());
    }

    private Answer receive() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = -1;
        boolean keepAlive = true;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            }
            keepAlive &= !lower.equals("connection: close");
        }
        if (length < 0) {
            throw new IOException("an answer without a length");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer was cut off");
        }
        return new Answer(status, new String(body, UTF_8), keepAlive);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed before the answer");
            }
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
