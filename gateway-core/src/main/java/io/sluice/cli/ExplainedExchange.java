package io.sluice.cli;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestHead;
import io.sluice.config.ListenerConfig;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An exchange without connections. For one thread. */
final class ExplainedExchange implements Exchange {

    private final RequestHead original;
    private final ListenerConfig listener;
    private final String flow;
    private final InetSocketAddress client;
    private final Set<String> clusters;
    private final Map<ExchangeKey<?>, Object> facts = new HashMap<>();
    private @Nullable String chosen;
    /** The cluster is chosen for good. */
    private boolean settled;

    ExplainedExchange(
            RequestHead original,
            ListenerConfig listener,
            String flow,
            InetSocketAddress client,
            Set<String> clusters) {
        this.original = original;
        this.listener = listener;
        this.flow = flow;
        this.client = client;
        this.clusters = clusters;
    }

    /** The cluster that a filter chose, or null if none did. */
    @Nullable String chosen() {
        return chosen;
    }

    @Override
    public String id() {
        return "explained";
    }

    @Override
    public RequestHead original() {
        return original;
    }

    @Override
    public String listener() {
        return listener.name();
    }

    @Override
    public String flow() {
        return flow;
    }

    @Override
    public InetSocketAddress client() {
        return client;
    }

    @Override
    public boolean secure() {
        return listener.tls() != null;
    }

    @Override
    public <T> @Nullable T get(ExchangeKey<T> key) {
        return key.type().cast(facts.get(key));
    }

    @Override
    public <T> void put(ExchangeKey<T> key, T value) {
        facts.put(key, value);
    }

    @Override
    public void target(String cluster) {
        if (!clusters.contains(cluster)) {
            throw new IllegalArgumentException("there is no cluster '" + cluster + "'");
        }
        if (settled && !cluster.equals(chosen)) {
            throw new IllegalStateException("cluster '" + chosen + "' was chosen for good");
        }
        chosen = cluster;
    }

    @Override
    public void settle(String cluster) {
        target(cluster);
        settled = true;
    }
}
