package io.sluice.exchange;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestHead;
import io.sluice.api.UpstreamCredentials;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What filters see of an exchange and note about it. On the exchange's event loop. */
final class ExchangeFacts implements Exchange {
    /** The usual number of facts that filters note. */
    private static final int FACTS = 4;

    private final IncomingRequest incoming;
    private final String flow;
    /** Those that filters may choose. */
    private final Set<String> clusters;

    private @Nullable IdentityHashMap<ExchangeKey<?>, Object> facts;
    private @Nullable String target;
    /** The target is chosen for good. */
    private boolean settled;

    ExchangeFacts(IncomingRequest incoming, Flow flow) {
        this.incoming = incoming;
        this.flow = flow.name();
        this.clusters = flow.reach();
        X509Certificate certificate = incoming.origin().certificate();
        if (certificate != null) {
            put(ExchangeKey.CLIENT_CERTIFICATE, certificate);
        }
    }

    @Override
    public String id() {
        return incoming.id().toString();
    }

    @Override
    public RequestHead original() {
        return incoming.head();
    }

    @Override
    public String listener() {
        return incoming.origin().listener();
    }

    @Override
    public String flow() {
        return flow;
    }

    @Override
    public InetSocketAddress client() {
        return incoming.origin().client();
    }

    @Override
    public boolean secure() {
        return incoming.origin().secure();
    }

    @Override
    public <T> @Nullable T get(ExchangeKey<T> key) {
        return facts == null ? null : key.type().cast(facts.get(key));
    }

    @Override
    public <T> void put(ExchangeKey<T> key, T value) {
        if (facts == null) {
            facts = new IdentityHashMap<>(FACTS);
        }
        facts.put(key, key.type().cast(value));
    }

    @Override
    public void target(String cluster) {
        if (!clusters.contains(cluster)) {
            throw new IllegalArgumentException(
                    "no cluster has the name " + cluster + ", or no filter's configuration names it in this flow");
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

    /** What the request shows its cluster, as a filter chose it; null if none did. */
    @Nullable UpstreamCredentials credentials() {
        return get(ExchangeKey.UPSTREAM_CREDENTIALS);
    }

    /** The cluster that a filter chose, or null. */
    @Nullable String chosenCluster() {
        return target;
    }
}
