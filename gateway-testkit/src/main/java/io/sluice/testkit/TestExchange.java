package io.sluice.testkit;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestHead;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An exchange of a harness's run. Refuses to be used on any thread but the run's, as the gateway's filters must not. */
final class TestExchange implements Exchange {

    private final Thread owner = Thread.currentThread();
    private final RequestHead original;
    private final InetSocketAddress client;
    private final boolean secure;
    private final Set<String> clusters;
    private final String id;
    private final Map<ExchangeKey<?>, Object> facts = new HashMap<>();
    private @Nullable String target;
    /** The target is chosen for good. */
    private boolean settled;
    /** Whether code runs that the gateway would run on another thread. */
    private boolean offLoop;

    TestExchange(String id, RequestHead original, InetSocketAddress client, boolean secure, Set<String> clusters) {
        this.id = id;
        this.original = original;
        this.client = client;
        this.secure = secure;
        this.clusters = clusters;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public RequestHead original() {
        return original;
    }

    @Override
    public String listener() {
        return "http";
    }

    @Override
    public String flow() {
        return "test";
    }

    @Override
    public InetSocketAddress client() {
        return client;
    }

    @Override
    public boolean secure() {
        return secure;
    }

    @Override
    public <T> @Nullable T get(ExchangeKey<T> key) {
        checkThread();
        return key.type().cast(facts.get(key));
    }

    @Override
    public <T> void put(ExchangeKey<T> key, T value) {
        checkThread();
        facts.put(key, key.type().cast(value));
    }

    void putAll(Map<ExchangeKey<?>, Object> given) {
        facts.putAll(given);
    }

    @Override
    public void target(String cluster) {
        checkThread();
        if (!clusters.contains(cluster)) {
            throw new IllegalArgumentException("no cluster is named " + cluster + ", there are " + clusters);
        }
        if (settled && !cluster.equals(target)) {
            throw new IllegalStateException("cluster " + target + " was chosen for good");
        }
        target = cluster;
    }

    @Override
    public void settle(String cluster) {
        target(cluster);
        settled = true;
    }

    @Nullable String target() {
        return target;
    }

    /** Runs what the gateway would run on another thread. */
    void runOffLoop(Runnable task) {
        offLoop = true;
        try {
            task.run();
        } finally {
            offLoop = false;
        }
    }

    private void checkThread() {
        if (offLoop || !Thread.currentThread().equals(owner)) {
            throw new AssertionError("an exchange may be used on its event loop only, not by a blocking task");
        }
    }
}
