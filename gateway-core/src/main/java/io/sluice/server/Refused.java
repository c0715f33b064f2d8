package io.sluice.server;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.exchange.Origin;
import io.sluice.exchange.RequestId;
import io.sluice.failure.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A request that is refused before it becomes an exchange.
 *
 * @param loop of its connection
 * @param request null if no valid head was read
 */
record Refused(
        RequestId id,
        Origin origin,
        EventLoop loop,
        Failure failure,
        @Nullable HttpRequest request) {}
