package io.sluice.bench.stub.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What may go wrong on purpose. Its name outside is in lower case with dashes: {@code item-429}. */
public enum FaultKind {
    /** Single bulk items answer 429; the rate is per item. */
    ITEM_429,
    /** The request answers 401. */
    STATUS_401,
    /** The request answers 413. */
    STATUS_413,
    /** The request answers 429. */
    STATUS_429,
    /** The request answers 503. */
    STATUS_503,
    /** A 429 is sent with the first piece of the body; the rest is read and discarded. */
    EARLY_ANSWER,
    /** The same with a 401. */
    EARLY_401,
    /** The same with a 413. */
    EARLY_413,
    /** The answer is held back. */
    LATE,
    /** The body is read at {@code bytesPerSecond}. */
    SLOW_READ,
    /** The answer is written at {@code bytesPerSecond}. */
    SLOW_WRITE,
    /** The connection is reset when the request's head arrived. */
    RESET_HEAD,
    /** The connection is reset within the request's body. */
    RESET_BODY,
    /** The connection is reset after the first byte of the answer. */
    RESET_ANSWER;

    /** The name outside. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds a kind by its name outside.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FaultKind parse(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fault '" + label + "'; there are "
                        + Arrays.stream(values()).map(FaultKind::label).collect(Collectors.joining(", "))));
    }

    /** Whether the answer is sent before the body's end. */
    public boolean isEarly() {
        return this == EARLY_ANSWER || this == EARLY_401 || this == EARLY_413;
    }

    /** The status a request-level fault answers with; 0 for other kinds. */
    public int status() {
        return switch (this) {
            case STATUS_401, EARLY_401 -> 401;
            case STATUS_413, EARLY_413 -> 413;
            case STATUS_429, EARLY_ANSWER -> 429;
            case STATUS_503 -> 503;
            default -> 0;
        };
    }
}
