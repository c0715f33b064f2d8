package io.sluice.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;

/** A node that does exactly what a test tells it, on plain sockets: where a fault must be injected, nothing may help it. */
final class TestNode implements AutoCloseable {

    /** What the node does with a connection; when it returns the connection is closed. */
    interface Script {
        void serve(Connection connection) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final CompletableFuture<Void> accepting;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();

    /** A request as the node read it. */
    record Request(String line, List<String> headers, byte[] body) {
        String header(String name) {
            String prefix = name.toLowerCase() + ":";
            return headers.stream()
                    .filter(header -> header.toLowerCase().startsWith(prefix))
                    .map(header -> header.substring(prefix.length()).strip())
                    .findFirst()
                    .orElse(null);
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    TestNode(Script script) throws IOException {
        this(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()), script);
    }

    TestNode(ServerSocket server, Script script) {
        this.script = script;
        this.server = server;
        accepting = CompletableFuture.runAsync(this::accept, Thread::startVirtualThread);
    }

    /** A node that answers every request with the same answer, over keep-alive connections. */
    static TestNode answering(String response) throws IOException {
        return new TestNode(connection -> {
            while (connection.readRequest() != null) {
                connection.send(response);
            }
        });
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    int port() {
        return server.getLocalPort();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    List<Request> requests() {
        return requests;
    }

    int accepted() {
        return accepted.get();
    }

    int openConnections() {
        return open.size();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                accepted.incrementAndGet();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.serve(new Connection(socket));
        } catch (IOException | InterruptedException e) {
            // The other side went away, or the test is over.
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

    /** One connection of the gateway's. */
    final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** Negotiates TLS 1.2 anew and wants a certificate this time; fails if the gateway shows none. */
        void demandCertificate() throws IOException {
            SSLSocket tls = (SSLSocket) socket;
            tls.setNeedClientAuth(true);
            tls.startHandshake();
        }

        /** The next request with its body; null if the connection was closed. */
        Request readRequest() throws IOException {
            Request head = readHead();
            return head == null ? null : readBody(head);
        }

        /** The request of which the head has been read. */
        Request readBody(Request head) throws IOException {
            Request request = new Request(head.line(), head.headers(), bodyOf(head));
            requests.add(request);
            return request;
        }

        /** The body behind a head; the request is not noted. */
        byte[] bodyOf(Request head) throws IOException {
            if (head.header("content-length") != null) {
                int length = Integer.parseInt(head.header("content-length"));
                byte[] body = in.readNBytes(length);
                if (body.length < length) {
                    throw new java.io.EOFException("the body ended early");
                }
                return body;
            }
            return head.header("transfer-encoding") != null ? readChunks() : new byte[0];
        }

        /** The next request's head; its body stays unread. */
        Request readHead() throws IOException {
            String line = readLine();
            if (line == null) {
                return null;
            }
            List<String> headers = new CopyOnWriteArrayList<>();
            for (String header = readLine(); header != null && !header.isEmpty(); header = readLine()) {
                headers.add(header);
            }
            return new Request(line, headers, new byte[0]);
        }

        private byte[] readChunks() throws IOException {
            var body = new java.io.ByteArrayOutputStream();
            while (true) {
                String line = readLine();
                if (line == null) {
                    throw new java.io.EOFException("the body ended before its last chunk");
                }
                int size = Integer.parseInt(line, 16);
                body.write(in.readNBytes(size));
                readLine();
                if (size == 0) {
                    return body.toByteArray();
                }
            }
        }

        String readLine() throws IOException {
            var line = new java.io.ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
                }
                line.write(b);
            }
            return null;
        }

        /** The next byte, or -1 at the end. */
        int read() throws IOException {
            return in.read();
        }

        /** Reads so many bytes for nothing. */
        void skip(int bytes) throws IOException {
            in.skipNBytes(bytes);
        }

        void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.UTF_8));
        }

        void send(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /** Closes with a reset instead of an end. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
