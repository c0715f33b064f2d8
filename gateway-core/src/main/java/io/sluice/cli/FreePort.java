package io.sluice.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses ports of the loopback interface for processes and configurations that cannot say which one they were given. */
public final class FreePort {
    // Below the ports that Linux gives to connections (net.ipv4.ip_local_port_range): one of those could take the port
    // before
    // it is listened on.
    private static final int FIRST = 15_000;
    private static final int END = 32_000;
    private static final int MOST_TRIED = 100;

    private FreePort() {}

    /**
     * A port on which nobody listens now.
     *
     * @throws IOException if there is none
     */
    public static int next() throws IOException {
        for (int tried = 0; tried < MOST_TRIED; tried++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        try (ServerSocket any = listening(0)) {
            return any.getLocalPort();
        }
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = listening(port)) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
        }
    }

    private static ServerSocket listening(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }
}
