package io.sluice.dist;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisServer;

/** A real Redis on a free port of the loopback; ends with the test. */
record LocalRedis(RedisServer server, int port) implements AutoCloseable {

    private static final int MOST_PORTS = 20;

    /** It cannot say which port it has chosen, and a free one may be somebody else's by the time that it starts. */
    static LocalRedis start() throws IOException {
        for (int tried = 1; ; tried++) {
            try {
                return onFreePort();
            } catch (IOException e) {
                if (tried == MOST_PORTS) {
                    throw e;
                }
            }
        }
    }

    private static LocalRedis onFreePort() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        RedisServer server = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .onShutdownForceStop(true)
                .build();
        server.start();
        return new LocalRedis(server, port);
    }

    @Override
    public void close() throws IOException {
        server.stop();
    }
}
