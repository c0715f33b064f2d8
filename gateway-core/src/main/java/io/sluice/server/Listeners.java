package io.sluice.server;

import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.plugin.Shared;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners and their sockets. They change from one configuration to the next so that a socket stays open while its address is
 * configured, for whichever listener, and a listener keeps its connections while its name, its address and whether it has TLS stay.
 * Changed by one thread at a time, off the event loops; read from any thread.
 */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    private final EventLoops loops;
    private final Listener.Surroundings around;
    private volatile Map<String, Open> open = Map.of();

    /** A listener that is open, with its socket. */
    private record Open(ListenerConfig config, Shared<Listener> listener, ListeningSocket socket) {

        boolean keeps(ListenerConfig other) {
            return config.name().equals(other.name())
                    && config.bind().equals(other.bind())
                    && (config.tls() == null) == (other.tls() == null);
        }

        // A free port belongs to the listener that it was taken for.
        boolean listensFor(ListenerConfig other) {
            return config.bind().equals(other.bind())
                    && (config.bind().port() != 0 || config.name().equals(other.name()));
        }
    }

    Listeners(EventLoops loops, Listener.Surroundings around) {
        this.loops = loops;
        this.around = around;
    }

    /** The address that a listener is bound to; null if none has that name. */
    @Nullable InetSocketAddress address(String listener) {
        Open found = open.get(listener);
        return found == null ? null : found.socket().address();
    }

    Collection<Listener> all() {
        return open.values().stream().map(each -> each.listener().value()).toList();
    }

    /** Why a listener's address cannot be opened beside those that are open; null if they do not stand in its way. */
    @Nullable String obstacle(ListenerConfig wanted) {
        HostPort bind = wanted.bind();
        if (open.values().stream().anyMatch(each -> each.listensFor(wanted))) {
            return null;
        }
        // The system would say that another process has it.
        for (Open each : open.values()) {
            HostPort other = each.config().bind();
            if (bind.port() != 0 && bind.port() == other.port() && (bind.isWildcard() || other.isWildcard())) {
                return "cannot listen on " + bind + " while " + other
                        + " is open; take another port, or restart the gateway";
            }
        }
        return null;
    }

    /** Begins a change to another configuration. */
    Change change() {
        return new Change();
    }

    /** Accepts no more; idle connections are closed, the others after their answer. */
    void stop() {
        open.values().forEach(each -> each.socket().close());
        all().forEach(Listener::stop);
    }

    /** A change to another configuration, step by step; what is open stays as it is until {@link #commit}. */
    final class Change {
        private final Map<String, ListenerConfig> wanted = new LinkedHashMap<>();
        private final Map<String, Shared<Listener>> listeners = new LinkedHashMap<>();
        private final Map<String, ListenerTerms> terms = new LinkedHashMap<>();
        private final Map<String, Open> next = new LinkedHashMap<>();
        private final List<ListeningSocket> opened = new ArrayList<>();

        /**
         * A listener of the new configuration: the one that is open, retained, or a new one.
         *
         * @param maker makes what its requests meet
         */
        Shared<Listener> listener(ListenerConfig config, Function<Listener, ListenerTerms> maker) {
            Open known = open.get(config.name());
            Shared<Listener> listener;
            if (known != null && known.keeps(config)) {
                listener = known.listener().retain();
                terms.put(config.name(), maker.apply(listener.value()));
            } else {
                listener = new Shared<>(new Listener(config.name(), around, maker), Listener::close);
            }
            wanted.put(config.name(), config);
            listeners.put(config.name(), listener);
            return listener;
        }

        /**
         * Opens the sockets that are missing. They accept at once, for the new configuration.
         *
         * @throws IOException if an address cannot be bound; the sockets are closed again
         */
        void open() throws IOException, InterruptedException {
            try {
                for (Map.Entry<String, ListenerConfig> each : wanted.entrySet()) {
                    Shared<Listener> listener = Objects.requireNonNull(listeners.get(each.getKey()));
                    ListenerConfig config = each.getValue();
                    next.put(each.getKey(), new Open(config, listener, socketFor(config, listener.value())));
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                opened.forEach(ListeningSocket::close);
                throw e;
            }
        }

        private ListeningSocket socketFor(ListenerConfig config, Listener listener)
                throws IOException, InterruptedException {
            for (Open each : open.values()) {
                if (each.listensFor(config)) {
                    return each.socket();
                }
            }
            String obstacle = obstacle(config);
            if (obstacle != null) {
                throw new IOException(obstacle);
            }
            ListeningSocket socket = ListeningSocket.open(loops, config.bind(), listener);
            opened.add(socket);
            LOG.atInfo()
                    .addKeyValue("listener", config.name())
                    .addKeyValue("address", socket.address())
                    .addKeyValue("tls", config.tls() != null)
                    .addKeyValue("transport", loops.transport())
                    .log("listening");
            return socket;
        }

        /** Leads new requests to the new configuration, and closes the sockets and listeners that it does not have. */
        void commit() {
            Map<String, Open> before = open;
            terms.forEach((name, met) ->
                    Objects.requireNonNull(listeners.get(name)).value().meet(met));
            next.values().forEach(each -> each.socket().leadTo(each.listener().value()));
            open = Map.copyOf(next);
            List<ListeningSocket> kept =
                    next.values().stream().map(Open::socket).toList();
            List<Listener> stay =
                    next.values().stream().map(each -> each.listener().value()).toList();
            for (Open each : before.values()) {
                if (!kept.contains(each.socket())) {
                    each.socket().close();
                    LOG.atInfo()
                            .addKeyValue("listener", each.config().name())
                            .addKeyValue("address", each.config().bind())
                            .log("listening no more");
                }
                if (!stay.contains(each.listener().value())) {
                    each.listener().value().stop();
                }
            }
        }
    }
}
