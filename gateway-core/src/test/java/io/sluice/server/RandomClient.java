package io.sluice.server;

import io.sluice.server.RandomExchange.ClientFault;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A client's connection of {@link RandomExchangesTest}: sends exchanges as they say, one by one or pipelined, and reads their ends. */
final class RandomClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final byte[] GARBAGE = "this is \u0001 not HTTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final InputStream in;
    private volatile boolean open = true;

    /** How an exchange ended, as its client saw it. */
    enum Kind {
        ANSWERED,
        /** The answer began and was not completed. */
        CUT,
        CLOSED,
        /** The client went away by itself. */
        LEFT,
        /** Nothing came, not even the connection's end. */
        NOTHING
    }

    /** @param head status line and headers in lower case */
    record End(Kind kind, int status, String head, String body) {
        static End of(Kind kind) {
            return new End(kind, 0, "", "");
        }

        String header(String name) {
            return Arrays.stream(head.split("\r\n"))
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse(null);
        }
    }

    RandomClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Whether the connection may be used once more. */
    boolean isOpen() {
        return open;
    }

    /** Sends requests behind each other; the ends are to be read one by one. */
    void pipeline(List<RandomExchange> exchanges) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (RandomExchange exchange : exchanges) {
            all.writeBytes(whole(exchange));
        }
        // Who does not read what has been answered while it sends the rest is cut off.
        Thread.ofVirtual().start(() -> write(all.toByteArray(), all.size()));
    }

    private static byte[] whole(RandomExchange exchange) throws Exception {
        byte[] body = exchange.body();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(exchange.head(body));
        all.writeBytes(exchange.framed(body));
        return all.toByteArray();
    }

    /** Sends one request in the way of its fault, and reads its end. */
    End run(RandomExchange exchange) throws Exception {
        byte[] all = whole(exchange);
        switch (exchange.clientFault) {
            case NONE, SLOW_READER -> write(all, all.length);
            case SLOW -> inPieces(all);
            case HALF_CLOSED -> {
                write(all, all.length);
                socket.shutdownOutput();
            }
            case TRUNCATED -> write(all, all.length - 2);
            case GARBAGE -> write(GARBAGE, GARBAGE.length);
            case RESET, CLOSED -> {
                write(all, all.length / 2);
                socket.setSoLinger(exchange.clientFault == ClientFault.RESET, 0);
                close();
                return End.of(Kind.LEFT);
            }
            case EXPECT -> {
                return expect(exchange);
            }
        }
        return read(exchange);
    }

    private End expect(RandomExchange exchange) throws Exception {
        byte[] body = exchange.body();
        byte[] head = exchange.head(body);
        write(head, head.length);
        End end = read(exchange);
        if (end.kind() == Kind.ANSWERED && end.status() == 100) {
            byte[] framed = exchange.framed(body);
            write(framed, framed.length);
            end = read(exchange);
        }
        return end;
    }

    // An answer may come before all is written, and the connection end with it: then it is there to be read.
    private void write(byte[] bytes, int length) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes, 0, length);
            out.flush();
        } catch (IOException e) {
            open = false;
        }
    }

    private void inPieces(byte[] bytes) throws InterruptedException {
        int step = Math.max(1, bytes.length / 5);
        for (int at = 0; at < bytes.length; at += step) {
            write(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + step)), Math.min(step, bytes.length - at));
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** Reads how the next exchange on this connection ended. */
    End read(RandomExchange exchange) throws InterruptedException {
        boolean begun = false;
        try {
            String first = readLine();
            begun = true;
            StringBuilder head = new StringBuilder(first.toLowerCase(Locale.ROOT)).append("\r\n");
            for (String line = readLine(); !line.isEmpty(); line = readLine()) {
                head.append(line.toLowerCase(Locale.ROOT)).append("\r\n");
            }
            int status = Integer.parseInt(first.substring(9, 12));
            End answer = new End(Kind.ANSWERED, status, head.toString(), "");
            byte[] body = status < 200 || exchange.isHead() ? new byte[0] : readBody(exchange, answer);
            open &= answer.header("connection") == null;
            return new End(Kind.ANSWERED, status, head.toString(), new String(body, StandardCharsets.US_ASCII));
        } catch (SocketTimeoutException e) {
            open = false;
            return End.of(Kind.NOTHING);
        } catch (IOException e) {
            open = false;
            return new End(begun ? Kind.CUT : Kind.CLOSED, 0, String.valueOf(e), "");
        }
    }

    private byte[] readBody(RandomExchange exchange, End head) throws IOException, InterruptedException {
        if (head.header("content-length") != null) {
            return readExactly(exchange, Integer.parseInt(head.header("content-length")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(readLine(), 16);
            body.writeBytes(readExactly(exchange, size));
            if (!readLine().isEmpty()) {
                throw new IllegalStateException("a chunk of the gateway's is longer than it says");
            }
            if (size == 0) {
                return body.toByteArray();
            }
        }
    }

    private byte[] readExactly(RandomExchange exchange, int length) throws IOException, InterruptedException {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            int read = in.read(bytes, at, Math.min(64 * 1024, length - at));
            if (read < 0) {
                throw new EOFException();
            }
            at += read;
            if (exchange.clientFault == ClientFault.SLOW_READER) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        return bytes;
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            line.append((char) b);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        open = false;
        socket.close();
    }
}
