package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;

/** Limits of a listener; a client that exceeds one gets an error in Elasticsearch's shape. */
public record ListenerLimits(
        @Key(value = "length of the request line", def = "16KiB")
        ByteSize requestLine,

        @Key(value = "size of all headers together", def = "32KiB")
        ByteSize headers,

        @Key(value = "number of headers", def = "200") int headerCount,

        @Key(value = "size of a request body as sent; the server's own default is 100MiB", def = "100MiB")
        ByteSize body,

        @Key(value = "open connections", def = "20000") int connections,

        @Key(value = "open connections from one IPv4 address or IPv6 /64 network; 0 for no limit", def = "0")
        int connectionsPerAddress,

        @Key(value = "requests at a time on one connection of HTTP/2", def = "100")
        int streams) {

    public ListenerLimits {
        Checks checks = new Checks();
        checks.require(
                requestLine.bytes() >= 256 && requestLine.bytes() <= 1 << 20, "requestLine is between 256B and 1MiB");
        checks.require(headers.bytes() >= 256 && headers.bytes() <= 1 << 20, "headers is between 256B and 1MiB");
        checks.atLeast(1, headerCount, "headerCount");
        checks.atLeast(1, connections, "connections");
        checks.atLeast(0, connectionsPerAddress, "connectionsPerAddress");
        checks.atLeast(1, streams, "streams");
        checks.done();
    }
}
