package io.sluice.filters.tenant.move;

import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A cluster that documents are carried from and to, how its servers are asked for whole sources, and where its aliases went. Blocks; thread-safe. */
public final class DocumentCluster {

    private static final RequestTarget VERSIONS = RequestTarget.parse("/_nodes?filter_path=nodes.*.version");
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(\\D.*)?");

    /** Who waited for a look that failed does not look at once again. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final ClusterReader reader;
    private final AliasTargets aliasTargets = new AliasTargets();
    private volatile @Nullable Look last;

    /** Why the last look failed; null if it did not. Guarded by this. */
    private @Nullable Failure failure;

    private record Look(boolean vectorsLeftOut, long at) {}

    private record Failure(IOException cause, long at) {}

    /** A cluster whose servers are not known yet. */
    public DocumentCluster(ClusterReader reader) {
        this.reader = reader;
    }

    /** What it is asked with. */
    public ClusterReader reader() {
        return reader;
    }

    /** Where writes by its aliases went before. */
    public AliasTargets aliasTargets() {
        return aliasTargets;
    }

    /**
     * Whether sources are shown without vectors unless they are asked for, as by Elasticsearch from 9.2 on; older servers refuse to be
     * asked. Servers are upgraded, so their versions are read again after {@link ClusterReader#every}, by one thread for all that wait.
     *
     * @throws IOException if the versions cannot be read, unless all servers were new enough before
     */
    public boolean leavesVectorsOut() throws IOException {
        Look look = last;
        return look != null && isFresh(look) ? look.vectorsLeftOut : look();
    }

    private boolean isFresh(Look look) {
        return System.nanoTime() - look.at <= reader.every().toNanos();
    }

    private synchronized boolean look() throws IOException {
        Look known = last;
        if (known != null && isFresh(known)) {
            return known.vectorsLeftOut;
        }
        Failure failed = failure;
        if (failed != null && System.nanoTime() - failed.at <= AGAIN.toNanos()) {
            throw new IOException(failed.cause.getMessage(), failed.cause);
        }
        boolean found;
        try {
            found = isVectorsLeftOut();
            failure = null;
        } catch (IOException e) {
            // A server does not become older.
            if (known == null || !known.vectorsLeftOut) {
                failure = new Failure(e, System.nanoTime());
                throw e;
            }
            found = true;
        }
        last = new Look(found, System.nanoTime());
        return found;
    }

    // While some of the nodes are older, no index is made that leaves them out.
    private boolean isVectorsLeftOut() throws IOException {
        if (!(reader.get(VERSIONS).get("nodes") instanceof Map<?, ?> nodes) || nodes.isEmpty()) {
            throw new IOException("the cluster " + reader.cluster() + " does not say which versions its nodes have");
        }
        for (Object node : nodes.values()) {
            Object version = node instanceof Map<?, ?> members ? members.get("version") : null;
            if (!isSince92(String.valueOf(version))) {
                return false;
            }
        }
        return true;
    }

    // OpenSearch began to count anew, and is far from 9.
    private static boolean isSince92(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        return major > 9 || major == 9 && Integer.parseInt(parts.group(2)) >= 2;
    }
}
