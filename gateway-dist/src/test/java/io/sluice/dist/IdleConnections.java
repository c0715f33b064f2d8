package io.sluice.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Connections that are opened and then left alone, from several loopback addresses so that their ports suffice. For one thread. */
final class IdleConnections implements AutoCloseable {

    private static final int PER_ADDRESS = 5_000;
    private static final String REQUEST = "GET /idle HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final InetSocketAddress gateway;
    private final List<SocketChannel> channels = new ArrayList<>();

    IdleConnections(int port) {
        gateway = new InetSocketAddress("127.0.0.1", port);
    }

    void open(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open();
            channels.add(channel);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.bind(new InetSocketAddress("127.0.0." + (2 + i / PER_ADDRESS), 0));
            channel.connect(gateway);
        }
    }

    List<SocketChannel> channels() {
        return channels;
    }

    /** Sends a request on each and returns how many were answered with 200. */
    int answered() throws IOException {
        int answered = 0;
        ByteBuffer answer = ByteBuffer.allocate(1_024);
        for (SocketChannel channel : channels) {
            channel.write(US_ASCII.encode(REQUEST));
            int read = channel.read(answer.clear());
            if (read > 0 && US_ASCII.decode(answer.flip()).toString().startsWith("HTTP/1.1 200 ")) {
                answered++;
            }
        }
        return answered;
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
