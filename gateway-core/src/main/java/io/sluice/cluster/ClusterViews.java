package io.sluice.cluster;

/**
 * Keeps the view of a cluster fresh, on a thread of its own: on a period, and soon after somebody asks for it. What was read last
 * stays when reading fails. Thread-safe.
 */
public final class ClusterViews {

    private volatile ClusterView current = ClusterView.empty();

    /** The newest view; a bulk takes it once and keeps it. */
    public ClusterView current() {
        return current;
    }

    /** The shards of one bulk, in the newest view. */
    public BulkView open() {
        return new BulkView(current, this::want);
    }

    /**
     * A bulk uses this index, alias or data stream: keeps it in the view, and reads it soon if it is not there. Any text may be
     * passed; never blocks.
     */
    public void want(String name) {}

    /** An answer or a change of nodes shows that the view is stale: reads all of it again soon. Never blocks. */
    public void refreshSoon() {}
}
