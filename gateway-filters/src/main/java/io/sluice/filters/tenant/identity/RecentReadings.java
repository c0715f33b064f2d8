package io.sluice.filters.tenant.identity;

import io.sluice.filters.tenant.identity.ClientNames.Reading;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What names stood for that came lately: the same few indices are named all the time, and matching an expression is dear. Names that share a
 * slot replace each other, and long ones are not kept. Safe from any thread without locks: an entry never changes, and one that another
 * thread does not see yet is made again.
 */
final class RecentReadings {
    private static final int SLOTS = 256;
    /** Above the longest name of an index. */
    private static final int LONGEST = 255;

    private final Function<String, @Nullable Reading> reader;
    private final @Nullable Entry[] entries = new Entry[SLOTS];

    private record Entry(String name, @Nullable Reading reading) {}

    /** @param reader what a name stands for, null if for nothing; must always say the same of it */
    RecentReadings(Function<String, @Nullable Reading> reader) {
        this.reader = reader;
    }

    /** What the name stands for; null if for nothing. */
    @Nullable Reading of(String name) {
        int hash = name.hashCode();
        int slot = (hash ^ hash >>> 16) & SLOTS - 1;
        Entry entry = entries[slot];
        if (entry != null && entry.name().equals(name)) {
            return entry.reading();
        }
        Reading reading = reader.apply(name);
        if (name.length() <= LONGEST) {
            entries[slot] = new Entry(name, reading);
        }
        return reading;
    }
}
