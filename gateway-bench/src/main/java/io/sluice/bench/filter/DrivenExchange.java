package io.sluice.bench.filter;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestHead;
import java.net.InetSocketAddress;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run's exchange, as light as the gateway's. On the thread that drives it. */
final class DrivenExchange implements Exchange {
    /** The usual number of facts that filters note. */
    private static final int FACTS = 4;

    private final Facts facts;
    private @Nullable IdentityHashMap<ExchangeKey<?>, Object> noted;
    private @Nullable String chosen;
    /** The cluster is chosen for good. */
    private boolean settled;

    /** What all runs of a request have in common. */
    record Facts(
            RequestHead original,
            String listener,
            String flow,
            InetSocketAddress client,
            boolean secure,
            Set<String> clusters) {}

    DrivenExchange(Facts facts) {
        this.facts = facts;
    }

    /** The cluster that a filter chose, or null. */
    @Nullable String chosen() {
        return chosen;
    }

    @Override
    public String id() {
        return "driven-1";
    }

    @Override
    public RequestHead original() {
        return facts.original;
    }

    @Override
    public String listener() {
        return facts.listener;
    }

    @Override
    public String flow() {
        return facts.flow;
    }

    @Override
    public InetSocketAddress client() {
        return facts.client;
    }

    @Override
    public boolean secure() {
        return facts.secure;
    }

    @Override
    public <T> @Nullable T get(ExchangeKey<T> key) {
        return noted == null ? null : key.type().cast(noted.get(key));
    }

    @Override
    public <T> void put(ExchangeKey<T> key, T value) {
        if (noted == null) {
            noted = new IdentityHashMap<>(FACTS);
        }
        noted.put(key, key.type().cast(value));
    }

    @Override
    public void target(String cluster) {
        if (!facts.clusters.contains(cluster)) {
            throw new IllegalArgumentException("no cluster has the name " + cluster);
        }
        if (settled && !cluster.equals(chosen)) {
            throw new IllegalStateException("cluster " + chosen + " was chosen for good");
        }
        chosen = cluster;
    }

    @Override
    public void settle(String cluster) {
        target(cluster);
        settled = true;
    }
}
