package io.sluice.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A node that answers what the gateway asks about a cluster with whatever a test tells it, on plain sockets. */
final class FaultyNode implements AutoCloseable {
    /** More than any bound of the gateway's and what buffers between the two may hold: who takes so much has no bound. */
    private static final long FAR_TOO_MUCH = 64L << 20;

    private final ServerSocket server;
    private final CompletableFuture<Void> accepting;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final AtomicLong written = new AtomicLong();
    private volatile Behaviour behaviour = healthy("any");

    /** Answers one request. */
    interface Behaviour {
        void answer(String path, OutputStream out) throws IOException;
    }

    FaultyNode() {
        try {
            server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        accepting = CompletableFuture.runAsync(this::accept, Thread::startVirtualThread);
    }

    void behave(Behaviour how) {
        behaviour = how;
    }

    int port() {
        return server.getLocalPort();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    /** The heads of all requests, lines joined. */
    List<String> heads() {
        return heads;
    }

    /** Connections that are open. */
    int open() {
        return open.size();
    }

    /** Fails once a reader has taken far more than it should: ends an endless answer to a gateway that has no bound. */
    void wrote(long bytes) throws IOException {
        if (written.addAndGet(bytes) > FAR_TOO_MUCH) {
            throw new IOException("the reader has no bound");
        }
    }

    static void pause(long millis) throws IOException {
        try {
            new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    static byte[] head(int length) {
        return ("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** An answer that goes on and on, byte by byte. */
    static Behaviour dripping() {
        return (path, out) -> {
            out.write(head(1_000_000));
            while (true) {
                out.write(' ');
                out.flush();
                pause(50);
            }
        };
    }

    static Behaviour json(UnaryOperator<String> bodies) {
        return (path, out) -> {
            byte[] body = bodies.apply(path).getBytes(StandardCharsets.UTF_8);
            out.write(head(body.length));
            out.write(body);
        };
    }

    /** Describes nodes at these addresses, as a cluster of that uuid. */
    static Behaviour healthy(String uuid, String... addresses) {
        return json(path -> {
            if (!path.startsWith("/_nodes")) {
                return "{\"cluster_uuid\":\"" + uuid + "\"}";
            }
            return Arrays.stream(addresses)
                    .map(address -> "\"id-" + address + "\":{\"name\":\"n\",\"roles\":[\"data\"],\"http\":{"
                            + "\"publish_address\":\"" + address + "\"}}")
                    .collect(Collectors.joining(",", "{\"nodes\":{", "}}"));
        });
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                StringBuilder head = new StringBuilder(line);
                for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
                    head.append('\n').append(header);
                }
                heads.add(head.toString());
                behaviour.answer(line.split(" ")[1], socket.getOutputStream());
                socket.getOutputStream().flush();
            }
        } catch (IOException e) {
            // The gateway gave the answer up, or the test is over.
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        // Until it has returned from accept, the socket goes on to listen.
        accepting.join();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
