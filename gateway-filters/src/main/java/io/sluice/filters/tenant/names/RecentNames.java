package io.sluice.filters.tenant.names;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results for the last names: logs rotate over a few indices, so most items of a bulk and of its answer have one of the
 * last names. For one thread.
 *
 * @param <T> the result for a name
 */
public final class RecentNames<T> {

    /** A name that is not the last one is compared with each of them. */
    private static final int MOST = 16;

    private final List<Entry<T>> entries = new ArrayList<>();
    private int last;
    private int replaced;

    private record Entry<T>(String name, T made) {}

    /** Whether a value has a name. */
    public interface Comparison<S> {
        boolean is(S met, String name);
    }

    /** The result for the value's name; null if it is unknown, or was replaced. */
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

    /** Remembers the result for a name that was not found. */
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
