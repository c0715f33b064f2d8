package io.sluice.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Relays a client's connections to a server and counts what comes back; breaks off at a word of the client's where one is given. Requests
 * follow one another. Safe from any thread.
 */
final class CountingRelay implements AutoCloseable {
    private static final int CHUNK = 64 << 10;
    private static final double NANOS_PER_MILLI = 1e6;

    private final ServerSocket socket;
    private final URI server;
    private long received;
    private long busyNanos;
    private long askedNanos;
    private long answeredNanos;
    /** Whether the last bytes came from the client. */
    private boolean asking;
    /** The connection is closed where the client says it; null for none. */
    private volatile String breakAt;

    private volatile int broken;

    CountingRelay(URI server) throws IOException {
        this(server, new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
    }

    /** Takes over a socket; a TLS socket relays decrypted bytes. */
    CountingRelay(URI server, ServerSocket socket) {
        this.server = server;
        this.socket = socket;
        Thread.ofVirtual().start(this::accept);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /** Resets the counters. */
    synchronized void reset() {
        received = 0;
        busyNanos = 0;
        askedNanos = 0;
        answeredNanos = 0;
        asking = false;
    }

    /** Closes each connection whose client says this in ASCII, from now on, and does not pass it on. */
    void breakAt(String word) {
        breakAt = word;
    }

    /** How many connections were closed for that. */
    int broken() {
        return broken;
    }

    /** The bytes that the server sent since then, heads included. */
    synchronized long received() {
        return received;
    }

    /** The time from the first byte of a request to the last byte of its answer, summed up over all requests since then. */
    synchronized double busyMillis() {
        return (busyNanos + answeredNanos - askedNanos) / NANOS_PER_MILLI;
    }

    private synchronized void asked() {
        if (!asking) {
            busyNanos += answeredNanos - askedNanos;
            askedNanos = System.nanoTime();
            answeredNanos = askedNanos;
            asking = true;
        }
    }

    private synchronized void answered(int bytes) {
        // Bytes of requests before the last reset are not counted.
        if (askedNanos != 0) {
            received += bytes;
            answeredNanos = System.nanoTime();
            asking = false;
        }
    }

    private synchronized void countBreak() {
        broken++;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Socket target = new Socket(server.getHost(), server.getPort());
                Thread.ofVirtual().start(() -> copy(client, target, false));
                Thread.ofVirtual().start(() -> copy(target, client, true));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void copy(Socket from, Socket to, boolean answers) {
        byte[] chunk = new byte[CHUNK];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            String said = "";
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                String word = answers ? null : breakAt;
                if (word != null) {
                    said += new String(chunk, 0, n, StandardCharsets.ISO_8859_1);
                    if (said.contains(word)) {
                        countBreak();
                        return;
                    }
                    said = said.substring(Math.max(0, said.length() - word.length()));
                }
                if (answers) {
                    answered(n);
                } else {
                    asked();
                }
                out.write(chunk, 0, n);
            }
        } catch (IOException e) {
            // One side closed.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
