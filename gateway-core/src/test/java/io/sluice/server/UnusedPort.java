package io.sluice.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port of the loopback on which nobody listens, and nobody else can begin to. */
public final class UnusedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public UnusedPort() throws IOException {
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** As {@code 127.0.0.1:12345}. */
    public String address() {
        return "127.0.0.1:" + bound.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
