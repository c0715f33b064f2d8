package io.sluice.cluster;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.api.ShardCopy;
import io.sluice.api.ShardLookup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shards of one bulk's items in one view. Looking up allocates nothing once a name was seen; for one thread. */
public final class BulkView implements ShardLookup {
    /** Names that are compared without making Strings of them. */
    private static final int RECENT = 8;
    /** The number of names of one bulk that are remembered and requested; others are still looked up. */
    private static final int MAX_NAMES = 1000;
    /** The characters of these names together: clients make them. */
    private static final int MAX_CHARACTERS = 100_000;

    /** No name, or one that no index can have. */
    private static final Resolved NAMELESS = new Resolved("", null);

    private final ClusterView view;
    private final Consumer<String> wanted;
    private final @Nullable ShardTargets targets;
    private final Map<String, Resolved> names = new HashMap<>();
    private final @Nullable Resolved[] recent = new Resolved[RECENT];
    private int oldest;
    /** Of the names that are remembered. */
    private int characters;

    private int lookups;
    private @Nullable ShardCopy lastPrimary;
    private Resolved last = NAMELESS;
    /** Whether the last item was given a shard for which its id must be drawn. */
    private boolean targeted;

    /** A name of this bulk; without a target if the view does not know it. */
    private record Resolved(String name, @Nullable WriteTarget target) {}

    /**
     * Looks into a view.
     *
     * @param wanted gets each name once
     * @param targets chooses the shards of documents without id and routing; null leaves them to the server
     */
    public BulkView(ClusterView view, Consumer<String> wanted, @Nullable ShardTargets targets) {
        this.view = view;
        this.wanted = wanted;
        this.targets = targets;
    }

    /** The view, the same for the whole bulk. */
    public ClusterView view() {
        return view;
    }

    /** How often a shard was looked up. */
    public int lookups() {
        return lookups;
    }

    @Override
    public @Nullable ShardCopy primaryOf(BulkAction action) {
        lookups++;
        lastPrimary = find(action);
        return lastPrimary;
    }

    // Of a document without an id.
    private static boolean takesId(BulkAction action, IndexView index) {
        return action.operation() == BulkOperation.CREATE
                || action.operation() == BulkOperation.INDEX && !index.appendOnly();
    }

    /** An id for the last item that was looked up, valid until the next; null if it needs none. */
    public byte @Nullable [] drawnId() {
        return targeted && targets != null ? targets.draw() : null;
    }

    /** What the last lookup found. */
    public @Nullable ShardCopy lastPrimary() {
        return lastPrimary;
    }

    private @Nullable ShardCopy find(BulkAction action) {
        last = resolve(action);
        targeted = false;
        WriteTarget target = last.target;
        IndexView index = target == null ? null : target.index();
        if (target == null || index == null || index.router() == null) {
            return null;
        }
        return primary(action, target, index, index.router());
    }

    private @Nullable ShardCopy primary(BulkAction action, WriteTarget target, IndexView index, ShardRouter router) {
        // For the server an empty routing is none.
        boolean routed = action.has(BulkField.ROUTING) && !action.is(BulkField.ROUTING, "");
        String ofAlias = target.routing();
        if (ofAlias != null && routed && !action.is(BulkField.ROUTING, ofAlias)) {
            return null;
        }
        boolean identified = action.has(BulkField.ID);
        int shard;
        if (ofAlias != null || routed) {
            int hash = ofAlias == null ? action.routingHash(BulkField.ROUTING) : target.routingHash();
            if (router.partitioned() && !identified) {
                return null;
            }
            shard = router.partitioned() ? router.shard(hash, action.routingHash(BulkField.ID)) : router.shard(hash);
        } else if (identified && !router.partitioned()) {
            shard = router.shard(action.routingHash(BulkField.ID));
        } else if (!identified && !router.partitioned() && targets != null && takesId(action, index)) {
            targeted = true;
            shard = targets.next(index);
        } else {
            return null;
        }
        return index.primaries().get(shard);
    }

    /** Whether the view knows the index name of the last item that was looked up. */
    public boolean lastNameKnown() {
        return last.target != null;
    }

    /** The index name of the last item that was looked up; empty if it has none, and for one that is longer than names are. */
    public String lastName() {
        return last.name;
    }

    /** Names of this bulk that the view does not know. */
    public List<String> unknownNames() {
        return names.values().stream()
                .filter(each -> each.target == null)
                .map(Resolved::name)
                .toList();
    }

    private Resolved resolve(BulkAction action) {
        if (action.is(BulkField.INDEX, last.name)) {
            return last;
        }
        for (Resolved one : recent) {
            if (one != null && action.is(BulkField.INDEX, one.name)) {
                return one;
            }
        }
        String name = action.index();
        if (name == null || IndexNames.isTooLong(name)) {
            return NAMELESS;
        }
        Resolved found = names.get(name);
        if (found == null) {
            found = new Resolved(name, view.target(name));
            if (names.size() < MAX_NAMES && characters + name.length() <= MAX_CHARACTERS) {
                characters += name.length();
                names.put(name, found);
                wanted.accept(name);
            }
        }
        recent[oldest] = found;
        oldest = (oldest + 1) % RECENT;
        return found;
    }
}
