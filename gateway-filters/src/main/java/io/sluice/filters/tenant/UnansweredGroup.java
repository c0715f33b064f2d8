package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes without an answer, of one tenant, sent to one cluster by one placement. They are over once those tasks of the tenant are that the
 * cluster had in the first looks at it. By one thread at a time.
 */
final class UnansweredGroup {

    /** What was sent just before may be no task yet. */
    private static final int LOOKS = 2;
    /** Of more, the names of documents are not kept. */
    private static final int MOST = 1_000;

    private final Key key;
    private final List<Change> changes = new ArrayList<>();
    private @Nullable Runnable left;
    private int looks;
    private Set<String> tasks = Set.of();

    /**
     * Whose changes these are.
     *
     * @param version of the placement
     */
    record Key(String tenant, ClusterReader cluster, long version) {}

    /** What is still awaited: groups that await the same may be joined. */
    record Awaited(Key key, int looks, Set<String> tasks) {}

    UnansweredGroup(Key key) {
        this.key = key;
    }

    ClusterReader cluster() {
        return key.cluster();
    }

    Awaited awaited() {
        return new Awaited(key, looks, tasks);
    }

    void add(Change change) {
        if (changes.size() < MOST) {
            changes.add(change);
        } else {
            left = change.forgotten();
        }
    }

    /** Takes over the changes of another group that awaits the same. */
    UnansweredGroup join(UnansweredGroup other) {
        other.changes.forEach(this::add);
        left = left == null ? other.left : left;
        return this;
    }

    /** Notes which tasks the cluster has; returns whether the changes are over. */
    boolean isOver(ClusterTasks now) {
        if (looks < LOOKS) {
            looks++;
            tasks = now.of(key.tenant());
        } else {
            tasks = now.left(tasks);
        }
        return looks == LOOKS && tasks.isEmpty();
    }

    /** To be called once they are over. */
    void end() {
        if (left != null) {
            left.run();
        }
        changes.forEach(change -> change.over(true));
    }
}
