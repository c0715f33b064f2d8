package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.time.Duration;
import java.util.List;

/** Settings of the whole process. */
public record ProcessConfig(
        @Key(value = "event loops; 0 for one a core", def = "0")
        int eventLoops,

        @Key(value = "how sockets are served: auto (epoll where it is native), epoll, nio or io_uring", def = "auto")
        Transport transport,

        @Key(value = "requests in flight before new ones get 429", def = "10000")
        int maxRequests,

        @Key(value = "bytes held in buffers before new requests get 429; 0 for half of the direct memory", def = "0")
        ByteSize maxBytes,

        @Key(
                value = "name servers for the names of nodes, as addresses; left out: those of /etc/resolv.conf",
                some = true)
        List<HostPort> nameServers,

        @Key(
                value =
                        "how long clients are still accepted after a stop was asked for, while /health/ready answers 503",
                def = "0s")
        Duration shutdownDelay,

        @Key(value = "how long running requests may finish after no more clients are accepted", def = "30s")
        Duration drain,

        @Key(value = "changing the configuration while the process runs", def = "{}")
        ReloadConfig reload) {

    private static final int MAX_LOOPS = 1024;

    /** The ways to serve sockets. */
    public enum Transport {
        AUTO,
        EPOLL,
        NIO,
        IO_URING
    }

    public ProcessConfig {
        nameServers = List.copyOf(nameServers);
        Checks checks = new Checks();
        for (HostPort server : nameServers) {
            checks.require(
                    server.address() != null && server.port() > 0,
                    "a name server is an IP address and a port: " + server);
        }
        checks.atLeast(0, eventLoops, "eventLoops");
        checks.require(eventLoops <= MAX_LOOPS, "eventLoops is at most " + MAX_LOOPS + ", each is a thread of its own");
        checks.atLeast(1, maxRequests, "maxRequests");
        checks.done();
    }
}
