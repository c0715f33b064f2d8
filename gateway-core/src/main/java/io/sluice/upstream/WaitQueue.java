package io.sluice.upstream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those that wait for a connection, in the order in which they get one: clients that have few go before the others. */
final class WaitQueue {
    private final ArrayDeque<ConnectionWait> preferred = new ArrayDeque<>();
    private final ArrayDeque<ConnectionWait> others = new ArrayDeque<>();

    void add(ConnectionWait wait) {
        queueOf(wait).add(wait);
    }

    private ArrayDeque<ConnectionWait> queueOf(ConnectionWait wait) {
        return wait.isPreferred() ? preferred : others;
    }

    int size() {
        return preferred.size() + others.size();
    }

    boolean isEmpty() {
        return preferred.isEmpty() && others.isEmpty();
    }

    /** Waits of clients that have few connections. */
    int preferred() {
        return preferred.size();
    }

    @Nullable ConnectionWait poll() {
        ConnectionWait first = preferred.poll();
        return first == null ? others.poll() : first;
    }

    /** The one that gets a connection after all others. */
    @Nullable ConnectionWait last() {
        ConnectionWait last = others.peekLast();
        return last == null ? preferred.peekLast() : last;
    }

    /** Whether it was there. */
    boolean remove(ConnectionWait wait) {
        return queueOf(wait).remove(wait);
    }

    /** All of them now. */
    List<ConnectionWait> inOrder() {
        List<ConnectionWait> all = new ArrayList<>(preferred);
        all.addAll(others);
        return all;
    }

    void clear() {
        preferred.clear();
        others.clear();
    }
}
