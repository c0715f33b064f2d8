package io.sluice.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The last hour in points of 10 seconds, in a ring that never grows. Thread-safe. */
final class History {
    static final int POINTS = 360;
    static final int SECONDS = 10;
    static final List<String> COLUMNS = List.of(
            "requests_per_second",
            "errors_per_second",
            "request_bytes_per_second",
            "response_bytes_per_second",
            "request_p50_ms",
            "request_p99_ms",
            "gateway_p50_ms",
            "gateway_p99_ms",
            "buffers_bytes",
            "requests_active");

    private final double[][] ring = new double[POINTS][COLUMNS.size()];
    private int next;
    private int size;
    private long lastMillis;

    /**
     * Adds the newest point.
     *
     * @param millis when it ended, in milliseconds since 1970
     * @param values in the order of the columns
     */
    synchronized void add(long millis, double... values) {
        System.arraycopy(values, 0, ring[next], 0, COLUMNS.size());
        next = (next + 1) % POINTS;
        size = Math.min(size + 1, POINTS);
        lastMillis = millis;
    }

    /** Writes all points, a list for each column, the oldest first. */
    synchronized void report(ObjectNode row) {
        row.put("every_seconds", SECONDS);
        row.put("last_millis", lastMillis);
        row.put("points", size);
        for (int column = 0; column < COLUMNS.size(); column++) {
            ArrayNode values = row.putArray(COLUMNS.get(column));
            for (int i = 0; i < size; i++) {
                values.add(ring[(next - size + i + POINTS) % POINTS][column]);
            }
        }
    }
}
