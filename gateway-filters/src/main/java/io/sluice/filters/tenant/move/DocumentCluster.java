package io.sluice.filters.tenant.move;

import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A cluster that documents are carried from and to, and how its servers are asked for whole sources. Blocks; thread-safe. */
public final class DocumentCluster {

    private static final RequestTarget VERSIONS = RequestTarget.parse("/_nodes?filter_path=nodes.*.version");
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(\\D.*)?");

    private final ClusterReader reader;
    private volatile @Nullable Look last;

    private record Look(boolean vectorsLeftOut, long at) {}

    /** A cluster whose servers are not known yet. */
    public DocumentCluster(ClusterReader reader) {
        this.reader = reader;
    }

    /** What it is asked with. */
    public ClusterReader reader() {
        return reader;
    }

    /**
     * Whether sources are shown without vectors unless they are asked for, as by Elasticsearch from 9.2 on; older servers refuse to be
     * asked. Servers are upgraded, so their versions are read again after {@link ClusterReader#every}.
     */
    public boolean leavesVectorsOut() throws IOException {
        long now = System.nanoTime();
        Look look = last;
        if (look == null || now - look.at > reader.every().toNanos()) {
            look = new Look(isVectorsLeftOut(), now);
            last = look;
        }
        return look.vectorsLeftOut;
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
