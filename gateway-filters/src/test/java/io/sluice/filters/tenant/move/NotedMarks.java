package io.sluice.filters.tenant.move;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Names copies {@code mark-1}, {@code mark-2} and so on, and notes which got no answer. */
public final class NotedMarks implements CopyMarks {
    private final AtomicInteger given = new AtomicInteger();
    private final List<String> unanswered = new CopyOnWriteArrayList<>();

    @Override
    public String next() {
        return "mark-" + given.incrementAndGet();
    }

    @Override
    public void unanswered(String mark) {
        unanswered.add(mark);
    }

    /** Which got no answer so far. */
    List<String> unanswered() {
        return List.copyOf(unanswered);
    }
}
