package io.sluice.bench.replay;

import io.sluice.bench.load.result.LoadResult;
import java.util.List;
import java.util.Locale;

/** What came of a replay. */
public final class ReplayResult {
    private final LoadResult load;
    private final ReplayDifferences differences;
    private final long handles;
    private final long odd;
    private final long late;
    private final List<String> problems;

    ReplayResult(
            LoadResult load, ReplayDifferences differences, long handles, long odd, long late, List<String> problems) {
        this.load = load;
        this.differences = differences;
        this.handles = handles;
        this.odd = odd;
        this.late = late;
        this.problems = problems;
    }

    /** What was measured. */
    public LoadResult load() {
        return load;
    }

    /** Whether all was read, sent, and answered as before; not so either if that is not known of a body. */
    public boolean isSame() {
        ReplayDifferences.Bodies bodies = differences.bodies();
        return problems.isEmpty()
                && odd == 0
                && differences.statuses().isEmpty()
                && bodies.different() == 0
                && bodies.uncompared() == 0;
    }

    /** What could not be read of the files. */
    public List<String> problems() {
        return problems;
    }

    /** What was compared, as lines for people. */
    public String comparison() {
        StringBuilder text = new StringBuilder();
        long other = differences.statuses().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        long requests = load.recorder().requests();
        text.append(String.format(
                Locale.ROOT, "statuses: %,d as recorded or not compared, %,d otherwise%n", requests - other, other));
        differences
                .statuses()
                .forEach((what, count) -> text.append(String.format(Locale.ROOT, "  %s: %,d%n", what, count)));
        ReplayDifferences.Bodies bodies = differences.bodies();
        if (bodies.alike() + bodies.different() + bodies.uncompared() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "bodies: %,d alike, %,d different, %,d not compared%n",
                    bodies.alike(),
                    bodies.different(),
                    bodies.uncompared()));
        }
        if (handles > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "not sent: %,d that go on with a scroll, a point in time or the like of the recorded cluster%n",
                    handles));
        }
        if (odd > 0) {
            text.append(
                    String.format(Locale.ROOT, "not sent: %,d whose method, target or headers cannot be sent%n", odd));
        }
        if (late > 0) {
            text.append(String.format(
                    Locale.ROOT, "sent late: %,d that took so long that others were read before them%n", late));
        }
        differences
                .examples()
                .forEach(example -> text.append("  ").append(example).append('\n'));
        return text.toString();
    }
}
