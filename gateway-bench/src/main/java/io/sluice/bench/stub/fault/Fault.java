package io.sluice.bench.stub.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A fault to act out.
 *
 * @param rate share of requests (of items for {@code item-429}) it strikes, 0 to 1
 * @param count how often it strikes at most; 0 for no bound
 * @param node name of the only node it strikes, null for all
 * @param path substring of the paths it strikes, null for all
 * @param pace of the slow kinds
 */
public record Fault(
        FaultKind kind,
        double rate,
        long count,
        @Nullable String node,
        @Nullable String path,
        Pace pace) {

    /**
     * How slow the slow kinds are.
     *
     * @param bytesPerSecond of those that read or write slowly
     * @param delay of the answer that is late
     */
    public record Pace(int bytesPerSecond, Duration delay) {
        /** 100 kB a second, or a second late. */
        public static final Pace DEFAULT = new Pace(100_000, Duration.ofSeconds(1));

        public Pace {
            if (bytesPerSecond < 1 || delay.isNegative()) {
                throw new IllegalArgumentException("bytesPerSecond must be positive and millis must not be negative");
            }
        }
    }

    public Fault {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("rate must be between 0 and 1, got " + rate);
        }
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative");
        }
    }

    /** The fault on all nodes and paths, without a bound. */
    public static Fault everywhere(FaultKind kind, double rate) {
        return new Fault(kind, rate, 0, null, null, Pace.DEFAULT);
    }

    /** Pace of the kinds that read or write slowly. */
    public int bytesPerSecond() {
        return pace.bytesPerSecond();
    }

    /** Reads {@code item-429=0.01}. */
    public static Fault parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("expected kind=rate such as item-429=0.01, got '" + text + "'");
        }
        return everywhere(FaultKind.parse(text.substring(0, equals)), Double.parseDouble(text.substring(equals + 1)));
    }

    boolean concerns(String nodeName, String target) {
        return (node == null || node.equals(nodeName)) && (path == null || target.contains(path));
    }
}
