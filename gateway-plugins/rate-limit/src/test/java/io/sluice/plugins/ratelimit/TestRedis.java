package io.sluice.plugins.ratelimit;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.function.Consumer;
import redis.embedded.RedisServer;

/** A real Redis on a free port of the loopback; ends with the test. To be used by one thread. */
final class TestRedis implements AutoCloseable {

    private static final int MOST_PORTS = 20;

    private int port;
    private RedisServer server;

    /** It cannot say which port it has chosen, and a free one may be somebody else's by the time that it starts. */
    TestRedis() throws IOException {
        for (int tried = 1; server == null; tried++) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = socket.getLocalPort();
            }
            try {
                start();
            } catch (IOException e) {
                if (tried == MOST_PORTS) {
                    throw e;
                }
            }
        }
    }

    int port() {
        return port;
    }

    void start() throws IOException {
        RedisServer starting = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .setting("requirepass secret")
                .onShutdownForceStop(true)
                .build();
        starting.start();
        server = starting;
    }

    void stop() throws IOException {
        server.stop();
    }

    /** Makes it a replica of another one, which takes no writes; connections stay. */
    void replicate(TestRedis primary) {
        command(redis -> redis.replicaof("127.0.0.1", primary.port));
    }

    /** Makes a user with the same password who may use these commands, for the keys of a prefix. */
    void addUser(String name, String prefix, List<CommandType> commands) {
        AclSetuserArgs user = AclSetuserArgs.Builder.on().addPassword("secret").keyPattern(prefix + ":*");
        commands.forEach(user::addCommand);
        command(redis -> redis.aclSetuser(name, user));
    }

    private void command(Consumer<RedisCommands<String, String>> command) {
        RedisURI uri = RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withPassword("secret".toCharArray())
                .build();
        try (RedisClient client = RedisClient.create(uri)) {
            command.accept(client.connect().sync());
        }
    }

    /** Has it stand still, as a machine that swaps does, or go on. */
    void freeze(boolean frozen) throws IOException, InterruptedException {
        for (long pid : pids()) {
            new ProcessBuilder(List.of("kill", frozen ? "-STOP" : "-CONT", Long.toString(pid)))
                    .start()
                    .waitFor();
        }
    }

    // The library keeps the process to itself; it is a child of this one.
    private static List<Long> pids() {
        return ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().command().orElse("").contains("redis-server"))
                .map(ProcessHandle::pid)
                .toList();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        freeze(false);
        stop();
    }
}
