package io.sluice.api.check;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Waiting checks that take turns by group, and within a group by part. Not thread-safe. */
final class Turns<T> {

    private final Function<CheckOrigin, Object> groupOf;
    private final Function<CheckOrigin, Object> partOf;
    /** The first group has the next turn. */
    private final LinkedHashMap<Object, Group<T>> groups = new LinkedHashMap<>();

    /** The checks of a group; the first part has the next turn. */
    private static final class Group<T> {
        private final LinkedHashMap<Object, ArrayDeque<T>> parts = new LinkedHashMap<>();
        private int size;

        int of(Object part) {
            ArrayDeque<T> queue = parts.get(part);
            return queue == null ? 0 : queue.size();
        }

        void add(Object part, T check) {
            parts.computeIfAbsent(part, name -> new ArrayDeque<>()).add(check);
            size++;
        }

        T poll() {
            Map.Entry<Object, ArrayDeque<T>> next = parts.firstEntry();
            T check = next.getValue().remove();
            parts.remove(next.getKey());
            if (!next.getValue().isEmpty()) {
                parts.put(next.getKey(), next.getValue());
            }
            size--;
            return check;
        }

        T removeNewest(Object part) {
            ArrayDeque<T> queue = parts.getOrDefault(part, new ArrayDeque<>());
            T check = queue.removeLast();
            if (queue.isEmpty()) {
                parts.remove(part);
            }
            size--;
            return check;
        }
    }

    private Turns(Function<CheckOrigin, Object> groupOf, Function<CheckOrigin, Object> partOf) {
        this.groupOf = groupOf;
        this.partOf = partOf;
    }

    /** Where anybody may have sent a user's name: addresses take turns, and at each address the user names. */
    static <T> Turns<T> byAddress() {
        return new Turns<>(CheckOrigin::network, CheckOrigin::user);
    }

    /** Where users are proven: they take turns, and of each user the addresses. */
    static <T> Turns<T> byUser() {
        return new Turns<>(CheckOrigin::user, CheckOrigin::network);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    int size() {
        return groups.values().stream().mapToInt(group -> group.size).sum();
    }

    /** How many checks wait of the group that an origin belongs to. */
    int ofGroup(CheckOrigin origin) {
        Group<T> group = groups.get(groupOf.apply(origin));
        return group == null ? 0 : group.size;
    }

    void add(CheckOrigin origin, T check) {
        groups.computeIfAbsent(groupOf.apply(origin), name -> new Group<>()).add(partOf.apply(origin), check);
    }

    /** Removes the check whose turn it is; null if none waits. */
    @Nullable T poll() {
        if (groups.isEmpty()) {
            return null;
        }
        Map.Entry<Object, Group<T>> next = groups.firstEntry();
        T check = next.getValue().poll();
        groups.remove(next.getKey());
        if (next.getValue().size > 0) {
            groups.put(next.getKey(), next.getValue());
        }
        return check;
    }

    /**
     * Removes the check that a newcomer may replace: the newest of the group with most of them or, failing that, of the
     * part with most in all groups; null if the newcomer's own group and part have as many as any other.
     */
    @Nullable T displaceFor(CheckOrigin newcomer) {
        T found = displaceFromGroup(ofGroup(newcomer) + 1);
        return found == null ? displaceFromPart(partOf.apply(newcomer)) : found;
    }

    /** Removes the newest check of the group with most of them; null if no group has more than so many. */
    @Nullable T displaceFromGroup(int moreThan) {
        Map.Entry<Object, Group<T>> most = most(groups, group -> group.size);
        if (most == null || most.getValue().size <= moreThan) {
            return null;
        }
        Map.Entry<Object, ArrayDeque<T>> part = most(most.getValue().parts, ArrayDeque::size);
        return part == null ? null : remove(most.getKey(), part.getKey());
    }

    private @Nullable T displaceFromPart(Object newcomer) {
        Map<Object, Integer> counts = new HashMap<>();
        for (Group<T> group : groups.values()) {
            group.parts.forEach((part, queue) -> counts.merge(part, queue.size(), Integer::sum));
        }
        Map.Entry<Object, Integer> most = most(counts, count -> count);
        if (most == null || most.getValue() <= counts.getOrDefault(newcomer, 0) + 1) {
            return null;
        }
        Map.Entry<Object, Group<T>> group = most(groups, each -> each.of(most.getKey()));
        return group == null ? null : remove(group.getKey(), most.getKey());
    }

    /** The entry with the highest count, the last one of equals; null if there is none. */
    private static <K, V> Map.@Nullable Entry<K, V> most(Map<K, V> map, ToIntFunction<V> count) {
        return map.entrySet().stream()
                .reduce((a, b) -> count.applyAsInt(b.getValue()) >= count.applyAsInt(a.getValue()) ? b : a)
                .orElse(null);
    }

    private T remove(Object group, Object part) {
        Group<T> from = groups.getOrDefault(group, new Group<>());
        T check = from.removeNewest(part);
        if (from.size == 0) {
            groups.remove(group);
        }
        return check;
    }
}
