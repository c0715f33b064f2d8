package io.sluice.filters.tenant;

import io.sluice.filters.tenant.move.StoredName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents that one write may change, as they are named to the cluster; very many are forgotten. For one exchange. */
final class TouchedNames {

    private static final int MOST = 10_000;
    /** A name, its texts and their place in the list take so much without their characters. */
    private static final long EACH = 160;

    private final CopyRoom room;
    private List<StoredName> names = new ArrayList<>();
    private long bytes;
    private boolean complete = true;
    private boolean taken;

    TouchedNames(CopyRoom room) {
        this.room = room;
    }

    /** Notes a document. */
    void add(StoredName name) {
        if (taken || !complete) {
            complete = false;
            return;
        }
        long wanted = EACH + length(name.index()) + length(name.id()) + length(name.routing());
        if (names.size() < MOST && bytes + wanted <= room.ofOneWrite() && room.take(wanted)) {
            bytes += wanted;
            names.add(name);
        } else {
            complete = false;
            room.giveBack(bytes);
            bytes = 0;
            names = List.of();
        }
    }

    /** Notes that a server may draw an id that is not known here. */
    void addUnnamed() {
        complete = false;
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** How much room they take. */
    long bytes() {
        return bytes;
    }

    /** Whether these are all documents that the write may change. */
    boolean isComplete() {
        return complete;
    }

    /** The documents; those that are noted later are not among them. */
    Taken take() {
        taken = true;
        return new Taken(names, bytes, room);
    }

    /** What was noted, and the room that it takes. */
    record Taken(List<StoredName> names, long bytes, CopyRoom room) {
        void forget() {
            room.giveBack(bytes);
        }
    }
}
