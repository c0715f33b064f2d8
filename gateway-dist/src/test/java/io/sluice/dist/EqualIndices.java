package io.sluice.dist;

import static io.sluice.dist.EqualDocuments.LOGS;
import static io.sluice.dist.EqualDocuments.MISSING;
import static io.sluice.dist.EqualDocuments.ORDERS;

/** Chooses the indices of random requests. */
final class EqualIndices {

    private final EqualDice dice;
    private final EqualLayout layout;
    private String next = LOGS;

    EqualIndices(EqualDice dice, EqualLayout layout) {
        this.dice = dice;
        this.layout = layout;
    }

    /** An index for a request that can be for one only. */
    String one() {
        return layout.oneIndexARequest() ? drawn() : dice.in(12) ? MISSING : dice.in(3) ? ORDERS : LOGS;
    }

    /** One of the choices, which are expressions of indices; where a request is for one index, an index. */
    String of(String... choices) {
        return layout.oneIndexARequest() ? drawn() : dice.of(choices);
    }

    /** Any expression of indices. */
    String some() {
        return dice.in(2)
                ? of(LOGS)
                : of(
                        ORDERS,
                        "logs,orders",
                        "l*",
                        "*",
                        "_all",
                        "*,-orders",
                        MISSING,
                        MISSING + "*",
                        "logs," + MISSING,
                        layout.apart() ? "l*,o*,-*s" : "l*,o*,-orders");
    }

    /**
     * One of the choices, to be named within a body that is drawn before the indices of its request; where a request is for one index,
     * that one.
     */
    String named(String... choices) {
        return layout.oneIndexARequest() ? next : dice.of(choices);
    }

    /** The next request is for this index, where it is for one. */
    void stayIn(String index) {
        next = index;
    }

    private String drawn() {
        String drawn = next;
        next = dice.in(3) ? ORDERS : LOGS;
        return drawn;
    }
}
