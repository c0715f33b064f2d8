package io.sluice.bench.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps the order of each recorded connection: a request is let go once all of its connection are answered that were answered before it began
 * in the recording. What a client did after it had seen an answer comes after that answer again. For one thread.
 */
final class ConnectionOrder {
    private final Consumer<Due> let;
    private final Map<String, Line> lines = new HashMap<>();

    /** A request and when it is due, in nanoseconds of the run's clock. */
    record Due(ReplayRequest request, long nanos) {}

    /** Requests of one connection that are not answered, in their order. */
    private static final class Line {
        private final List<ReplayRequest> sent = new ArrayList<>();
        private final List<Due> held = new ArrayList<>();
    }

    /** @param let told of each request once it may be sent */
    ConnectionOrder(Consumer<Due> let) {
        this.let = let;
    }

    /** A request is due. */
    void due(Due next) {
        Line line = lines.computeIfAbsent(next.request().recorded().connection(), unseen -> new Line());
        line.held.add(next);
        letGo(line);
    }

    /** A request that was let go is answered, or failed. */
    void ended(ReplayRequest request) {
        String connection = request.recorded().connection();
        Line line = lines.get(connection);
        if (line == null) {
            return;
        }
        line.sent.remove(request);
        letGo(line);
        if (line.sent.isEmpty() && line.held.isEmpty()) {
            lines.remove(connection);
        }
    }

    // Nothing overtakes a request that waits.
    private void letGo(Line line) {
        while (!line.held.isEmpty()) {
            Due first = line.held.get(0);
            long began = first.request().beganNanos();
            if (line.sent.stream().anyMatch(earlier -> earlier.endedNanos() <= began)) {
                return;
            }
            line.held.remove(0);
            line.sent.add(first.request());
            let.accept(first);
        }
    }
}
