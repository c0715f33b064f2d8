package io.sluice.bench.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * A fault to act out.
 *
 * @param rate share of requests (of items for {@code item-429}) it strikes, 0 to 1
 * @param count how often it strikes at most; 0 for no bound
 * @param node name of the only node it strikes, null for all
 * @param path substring of the paths it strikes, null for all
 * @param bytesPerSecond pace of the slow kinds
 */
public record Fault(
        FaultKind kind,
        double rate,
        long count,
        @Nullable String node,
        @Nullable String path,
        int bytesPerSecond) {
    private static final int DEFAULT_BYTES_PER_SECOND = 100_000;

    public Fault {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("rate must be between 0 and 1, got " + rate);
        }
        if (count < 0 || bytesPerSecond < 1) {
            throw new IllegalArgumentException("count must not be negative and bytesPerSecond must be positive");
        }
    }

    /** The fault on all nodes and paths, without a bound. */
    public static Fault everywhere(FaultKind kind, double rate) {
        return new Fault(kind, rate, 0, null, null, DEFAULT_BYTES_PER_SECOND);
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
