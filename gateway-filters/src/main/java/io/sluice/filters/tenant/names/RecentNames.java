package io.sluice.filters.tenant.names;

import io.sluice.filters.search.NamePatterns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results for the last names: logs rotate over a few indices, so most items of a bulk and of its answer have one of the
 * last names. For one thread.
 *
 * @param <S> where a name is met
 * @param <T> the result for a name
 */
public final class RecentNames<S, T> {

    private static final int PLACES = 32;
    /** The number of places in which a name may be, one after another. */
    private static final int TRIED = 4;

    private final Reading<S> reading;
    private List<@Nullable Entry<T>> entries = List.of();
    /** The number of the name that was sought last. */
    private int sought;

    private record Entry<T>(int hash, String name, T made) {}

    /** How a name is read where it is met. */
    public interface Reading<S> {
        /** A number that is the same for names that are written alike. */
        int hash(S met);

        boolean is(S met, String name);
    }

    public RecentNames(Reading<S> reading) {
        this.reading = reading;
    }

    /** The result for the value's name; null if it is unknown, or was replaced. */
    public @Nullable T find(S met) {
        sought = reading.hash(met);
        if (entries.isEmpty()) {
            return null;
        }
        for (int i = 0; i < TRIED; i++) {
            Entry<T> entry = entries.get(place(i));
            if (entry == null) {
                return null;
            }
            if (entry.hash() == sought && reading.is(met, entry.name())) {
                return entry.made();
            }
        }
        return null;
    }

    private int place(int tried) {
        return sought + tried & PLACES - 1;
    }

    /** Remembers the result for the name that was sought last and not found, unless no index can have so long a name. */
    public void add(String name, T made) {
        if (name.length() > NamePatterns.LONGEST) {
            return;
        }
        if (entries.isEmpty()) {
            entries = new ArrayList<>(Collections.nCopies(PLACES, null));
        }
        int free = 0;
        while (free < TRIED && entries.get(place(free)) != null) {
            free++;
        }
        // Which of the others goes does not matter much; bits that do not choose the place choose it.
        int place = place(free < TRIED ? free : (sought >>> 8) % TRIED);
        entries.set(place, new Entry<>(sought, name, made));
    }
}
