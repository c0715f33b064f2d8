package io.sluice.plugins.ratelimit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.sluice.api.Secret;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What Lettuce needs to know of a Redis, from the configuration. Stateless. */
final class RedisAddress {

    static final Duration CONNECT_PATIENCE = Duration.ofSeconds(2);
    /** Of the first connection, for which most of Lettuce has to be loaded, on a machine that may have much else to do. */
    static final Duration FIRST_PATIENCE = Duration.ofSeconds(10);

    private static final int MAX_QUEUED = 10_000;

    private RedisAddress() {}

    /** Address, database, TLS and login. */
    static RedisURI uri(SharedConfig config) {
        int port = config.redis().getPort();
        RedisURI.Builder builder = RedisURI.builder()
                .withHost(config.redis().getHost())
                .withPort(port < 0 ? RedisURI.DEFAULT_REDIS_PORT : port)
                .withSsl(config.redis().getScheme().equals("rediss"))
                .withVerifyPeer(true)
                .withTimeout(FIRST_PATIENCE);
        String path = config.redis().getRawPath();
        if (path.length() > 1) {
            builder.withDatabase(Integer.parseInt(path.substring(1)));
        }
        Secret password = config.password();
        if (password != null) {
            char[] secret = password.value().toCharArray();
            String username = config.username();
            if (username == null) {
                builder.withPassword(secret);
            } else {
                builder.withAuthentication(username, secret);
            }
        }
        return builder.build();
    }

    /**
     * How connections behave: a command is refused at once while there is none.
     *
     * @throws IOException if the file with the authorities cannot be read
     */
    static ClientOptions options(SharedConfig config) throws IOException {
        ClientOptions.Builder builder = ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MAX_QUEUED)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(CONNECT_PATIENCE)
                        .keepAlive(true)
                        .build());
        Path ca = config.ca();
        if (ca != null) {
            if (!Files.isRegularFile(ca) || !Files.isReadable(ca)) {
                throw new FileNotFoundException(ca + " cannot be read");
            }
            builder.sslOptions(SslOptions.builder()
                    .jdkSslProvider()
                    .trustManager(ca.toFile())
                    .build());
        }
        return builder.build();
    }
}
