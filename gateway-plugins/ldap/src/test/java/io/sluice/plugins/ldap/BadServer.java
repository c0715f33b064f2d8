package io.sluice.plugins.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on the loopback that accepts connections and does with them what a test wants. */
final class BadServer implements AutoCloseable {

    final CountDownLatch end = new CountDownLatch(1);
    final AtomicInteger accepted = new AtomicInteger();

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Behaviour behaviour;

    interface Behaviour {
        void serve(Socket socket, CountDownLatch end) throws Exception;
    }

    BadServer(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        Thread.ofVirtual().start(this::accept);
    }

    /** Never says anything. */
    static BadServer silent() throws IOException {
        return new BadServer((socket, end) -> end.await());
    }

    /** Answers the first request with the given bytes. */
    static BadServer saying(byte[] bytes) throws IOException {
        return new BadServer((socket, end) -> {
            read(socket);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            end.await();
        });
    }

    static void read(Socket socket) throws IOException {
        if (socket.getInputStream().read(new byte[4096]) < 0) {
            throw new IOException("the client has gone");
        }
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                sockets.add(socket);
                accepted.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                assert listening.isClosed() : e;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            behaviour.serve(socket, end);
        } catch (Exception e) {
            // The client closes its end when it has had enough.
            assert !socket.isBound() || socket.isClosed() || e instanceof IOException : e;
        }
    }

    @Override
    public void close() throws IOException {
        end.countDown();
        listening.close();
        for (Socket each : sockets) {
            each.close();
        }
    }
}
