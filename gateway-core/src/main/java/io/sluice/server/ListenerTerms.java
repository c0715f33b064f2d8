package io.sluice.server;

import io.netty.channel.EventLoop;
import io.sluice.config.ListenerConfig;
import io.sluice.exchange.LoopServices;
import io.sluice.wire.WireLimits;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of one listener meet. All of it belongs to one {@link Generation}: a request takes it once, when it begins, and
 * works with it to its end. Immutable.
 *
 * @param config of the listener
 * @param services what the exchanges of each event loop share
 * @param tls null for a listener without TLS
 */
record ListenerTerms(
        ListenerConfig config,
        HeadCheck headCheck,
        Router router,
        Map<EventLoop, LoopServices> services,
        @Nullable ListenerTls tls) {

    ListenerTerms {
        services = Map.copyOf(services);
    }

    LoopServices servicesOn(EventLoop loop) {
        return Objects.requireNonNull(services.get(loop));
    }

    WireLimits wireLimits() {
        return new WireLimits(
                config.limits().requestLine().saturatedInt(),
                config.limits().headers().saturatedInt(),
                config.limits().headerCount());
    }

    long maxBodyBytes() {
        return config.limits().body().bytes();
    }

    long idleNanos() {
        return config.timeouts().idle().toNanos();
    }

    long headNanos() {
        return config.timeouts().head().toNanos();
    }

    long bodyNanos() {
        return config.timeouts().body().toNanos();
    }
}
