package io.sluice.filters.tenant.names;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was made for the last names that were met: logs take turns at a few indices, so most items of a bulk and of its answer name one
 * that is known. For one thread.
 *
 * @param <T> what is made for a name
 */
public final class RecentNames<T> {

    /** Each of them is compared with a name that is not the last one. */
    private static final int MOST = 16;

    private final List<Entry<T>> entries = new ArrayList<>();
    private int last;
    private int replaced;

    private record Entry<T>(String name, T made) {}

    /** Whether what was met has a name. */
    public interface Comparison<S> {
        boolean is(S met, String name);
    }

    /** What was made for the name that was met; null if it is not known, or no longer. */
    public <S> @Nullable T find(S met, Comparison<S> comparison) {
        if (entries.isEmpty()) {
            return null;
        }
        Entry<T> entry = entries.get(last);
        if (comparison.is(met, entry.name())) {
            return entry.made();
        }
        for (int i = 0; i < entries.size(); i++) {
            entry = entries.get(i);
            if (i != last && comparison.is(met, entry.name())) {
                last = i;
                return entry.made();
            }
        }
        return null;
    }

    /** Remembers what was made for a name that was not found. */
    public void add(String name, T made) {
        if (entries.size() < MOST) {
            last = entries.size();
            entries.add(new Entry<>(name, made));
        } else {
            last = replaced;
            entries.set(replaced, new Entry<>(name, made));
            replaced = (replaced + 1) % MOST;
        }
    }
}
