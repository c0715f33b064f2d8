package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Waiting checks that take turns by address, and within an address by user name. Not thread-safe. */
final class Turns<T> {

    /** The first address has the next turn. */
    private final LinkedHashMap<Object, OfAddress<T>> addresses = new LinkedHashMap<>();

    /** The checks of an address; the first user name has the next turn. */
    private static final class OfAddress<T> {
        private final LinkedHashMap<String, ArrayDeque<T>> users = new LinkedHashMap<>();
        private int size;

        int of(String user) {
            ArrayDeque<T> queue = users.get(user);
            return queue == null ? 0 : queue.size();
        }

        void add(String user, T check) {
            users.computeIfAbsent(user, name -> new ArrayDeque<>()).add(check);
            size++;
        }

        T poll() {
            Map.Entry<String, ArrayDeque<T>> next = users.firstEntry();
            T check = next.getValue().remove();
            users.remove(next.getKey());
            if (!next.getValue().isEmpty()) {
                users.put(next.getKey(), next.getValue());
            }
            size--;
            return check;
        }

        T removeNewest(String user) {
            ArrayDeque<T> queue = users.getOrDefault(user, new ArrayDeque<>());
            T check = queue.removeLast();
            if (queue.isEmpty()) {
                users.remove(user);
            }
            size--;
            return check;
        }
    }

    boolean isEmpty() {
        return addresses.isEmpty();
    }

    /** How many checks of an address wait. */
    int of(ByteBuffer network) {
        OfAddress<T> address = addresses.get(network);
        return address == null ? 0 : address.size;
    }

    /** How many checks of a user name wait, from whatever address. */
    int of(String user) {
        return addresses.values().stream().mapToInt(address -> address.of(user)).sum();
    }

    void add(CheckOrigin origin, T check) {
        addresses
                .computeIfAbsent(origin.network(), address -> new OfAddress<>())
                .add(origin.user(), check);
    }

    /** Removes the check whose turn it is; null if none waits. */
    @Nullable T poll() {
        if (addresses.isEmpty()) {
            return null;
        }
        Map.Entry<Object, OfAddress<T>> next = addresses.firstEntry();
        T check = next.getValue().poll();
        addresses.remove(next.getKey());
        if (next.getValue().size > 0) {
            addresses.put(next.getKey(), next.getValue());
        }
        return check;
    }

    /**
     * Removes the check that a newcomer may replace: the newest of the address with most of them or, failing that, of
     * the user name with most; null if the newcomer's own address and user name have as many as any other.
     */
    @Nullable T displaceFor(CheckOrigin newcomer) {
        T found = displaceFromAddress(of(newcomer.network()) + 1);
        return found == null ? displaceFromUser(newcomer.user()) : found;
    }

    /** Removes the newest check of the address with most of them; null if no address has more than so many. */
    @Nullable T displaceFromAddress(int moreThan) {
        Map.Entry<Object, OfAddress<T>> most = most(addresses, address -> address.size);
        if (most == null || most.getValue().size <= moreThan) {
            return null;
        }
        Map.Entry<String, ArrayDeque<T>> user = most(most.getValue().users, ArrayDeque::size);
        return user == null ? null : remove(most.getKey(), user.getKey());
    }

    private @Nullable T displaceFromUser(String newcomer) {
        Map<String, Integer> counts = new HashMap<>();
        for (OfAddress<T> address : addresses.values()) {
            address.users.forEach((user, queue) -> counts.merge(user, queue.size(), Integer::sum));
        }
        Map.Entry<String, Integer> most = most(counts, count -> count);
        if (most == null || most.getValue() <= counts.getOrDefault(newcomer, 0) + 1) {
            return null;
        }
        Map.Entry<Object, OfAddress<T>> address = most(addresses, each -> each.of(most.getKey()));
        return address == null ? null : remove(address.getKey(), most.getKey());
    }

    /** The entry with the highest count, the last one of equals; null if there is none. */
    private static <K, V> Map.@Nullable Entry<K, V> most(Map<K, V> map, ToIntFunction<V> count) {
        return map.entrySet().stream()
                .reduce((a, b) -> count.applyAsInt(b.getValue()) >= count.applyAsInt(a.getValue()) ? b : a)
                .orElse(null);
    }

    private T remove(Object address, String user) {
        OfAddress<T> from = addresses.getOrDefault(address, new OfAddress<>());
        T check = from.removeNewest(user);
        if (from.size == 0) {
            addresses.remove(address);
        }
        return check;
    }
}
