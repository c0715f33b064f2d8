package io.sluice.plugins.ratelimit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Hands on what comes to a socket to a port of the loopback, and back. */
final class Relay implements AutoCloseable {

    private final ServerSocket listening;
    private final IntSupplier target;
    private final Consumer<Connection> each;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** A client's connection, whose bytes stay where they are until it is opened. */
    record Connection(int number, Socket client, Runnable open) {}

    /**
     * @param target the port that the next connection to be opened leads to
     * @param each is told of each connection, which have numbers from 0, and opens it
     */
    Relay(ServerSocket listening, IntSupplier target, Consumer<Connection> each) {
        this.listening = listening;
        this.target = target;
        this.each = each;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        int number = 0;
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                each.accept(new Connection(number, client, () -> open(client)));
                number++;
            } catch (IOException e) {
                assert listening.isClosed() : e;
            }
        }
    }

    private void open(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target.getAsInt());
            sockets.add(server);
            Thread.ofPlatform().daemon().start(() -> copy(client, server));
            Thread.ofPlatform().daemon().start(() -> copy(server, client));
        } catch (IOException e) {
            assert listening.isClosed() : e;
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            assert from.isClosed() || to.isClosed() : e;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
