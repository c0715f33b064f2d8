package io.sluice.index.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Up to where the parts of a job are done, kept in its journal: the end of a part at once, steps on its way now and then. Thread-safe. */
public final class Positions {
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final String PART = "part";
    private static final String AT = "at";

    private final Journal journal;
    private final Map<String, Long> positions = new HashMap<>();
    private final Map<String, Long> noted = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    /** Takes over what the journal says of parts. */
    public Positions(Journal journal) {
        this.journal = journal;
        for (JsonNode entry : journal.entries()) {
            String part = entry.path(PART).asText();
            if (entry.has(AT)) {
                positions.put(part, entry.path(AT).asLong());
            } else if (entry.has(PART)) {
                done.add(part);
            }
        }
    }

    /** An entry that says of a part what {@link #reached} says, for more members. */
    public static ObjectNode entry(String part, long position) {
        return entry(part).put(AT, position);
    }

    private static ObjectNode entry(String part) {
        return JsonNodeFactory.instance.objectNode().put(PART, part);
    }

    /** Whether all of a part is done. */
    public synchronized boolean isDone(String part) {
        return done.contains(part);
    }

    /** Up to where a part is done. */
    public synchronized long position(String part, long ifNever) {
        return positions.getOrDefault(part, ifNever);
    }

    /** A part is done up to there; on the disk at once, or with a later position. */
    public void reached(String part, long position) throws IOException {
        synchronized (this) {
            positions.put(part, position);
            long now = System.nanoTime();
            Long before = noted.get(part);
            if (before != null && now - before < PAUSE_NANOS) {
                return;
            }
            noted.put(part, now);
        }
        journal.add(entry(part, position));
    }

    /** All of a part is done; on the disk when this returns. */
    public void finish(String part) throws IOException {
        journal.add(entry(part));
        synchronized (this) {
            done.add(part);
        }
    }
}
