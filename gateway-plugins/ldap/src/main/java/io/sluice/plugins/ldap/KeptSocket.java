package io.sluice.plugins.ldap;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the socket of one connection and keeps it, so that anybody can close it at any time: what waits for the server
 * ends then. Closing never waits.
 */
final class KeptSocket extends SocketFactory implements Closeable {

    private final String host;
    private final @Nullable SSLSocketFactory tls;
    private final int connectMillis;
    private @Nullable Socket raw;
    private boolean closed;

    /** @param tls for connections that are TLS from the start; else null */
    KeptSocket(String host, @Nullable SSLSocketFactory tls, int connectMillis) {
        this.host = host;
        this.tls = tls;
        this.connectMillis = connectMillis;
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        Socket socket = keep(new Socket());
        socket.connect(new InetSocketAddress(address, port), connectMillis);
        // Until the library sets its own: a server may accept and never answer the handshake.
        socket.setSoTimeout(connectMillis);
        return tls == null ? socket : tls.createSocket(socket, host, port, true);
    }

    private synchronized Socket keep(Socket socket) throws IOException {
        raw = socket;
        if (closed) {
            socket.close();
        }
        return socket;
    }

    @Override
    public Socket createSocket(String name, int port) throws IOException {
        return createSocket(InetAddress.getByName(name), port);
    }

    @Override
    public Socket createSocket(String name, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("connections have no local address of their own");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("connections have no local address of their own");
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (raw != null) {
            raw.close();
        }
    }
}
