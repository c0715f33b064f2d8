package io.sluice.filters.tenant.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.filters.tenant.names.TenantName;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Patterns of all forms, good and bad: what is taken for one reads each name one way, and gives it back. */
@Tag("slow")
class ClientNamesFuzzTest {

    private static final String[] PIECES = {
        "(?<prefix>[^-]+)",
        "(?<prefix>.*)",
        "(?<prefix>a|b-)",
        "(?<prefix>a-)",
        "(?<prefix>[a-b]*)",
        "(?P<prefix>[^.-]*)",
        "(?<tenant>[^-]+)",
        "(?<tenant>.*)",
        "(?<tenant>a|ab)",
        "(?<tenant>[a-z]{1,3})",
        "(?<tenant>[^.]*?)",
        "(?<postfix>.*)",
        "(?<postfix>-.*)",
        "(?<postfix>[.-]a*)",
        "(?<postfix>(?:-[ab]+)?)",
        "(?<postfix>-b)",
        "(?<index>.*)",
        "(?<index>[ab.-]+)",
        "-",
        "[.]",
        "\\.",
        "a",
        "-a",
        "a-",
        "_",
        "^",
        "$",
        "(",
        ")",
        "*",
        "[",
        "(?i)",
        "(a)"
    };
    private static final String NAMES = "aab-._*";

    /** Where the choices come from. */
    private interface Dice {
        int below(int bound);
    }

    @FuzzTest
    void readsEachNameOneWayAndGivesItBack(FuzzedDataProvider data) {
        check(bound -> data.consumeInt(0, bound - 1));
    }

    @Test
    void readsEachNameOneWayAndGivesItBackForRandomPatterns() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int taken = 0;
        for (int i = 0; i < 60_000; i++) {
            try {
                taken += check(random::nextInt) ? 1 : 0;
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(taken).as("patterns that were taken, seed %d", seed).isPositive();
    }

    private static boolean check(Dice dice) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 1 + dice.below(6); i > 0; i--) {
            pattern.append(PIECES[dice.below(PIECES.length)]);
        }
        ClientNames names = parsed(pattern.toString(), dice.below(2) == 0);
        if (names == null) {
            return false;
        }
        for (int i = 0; i < 20; i++) {
            String name = text(dice);
            ClientNames.Reading reading = names.read(name);
            if (reading != null && name.indexOf('*') < 0) {
                assertThat(names.name(reading.tenant(), reading.index()))
                        .as("%s: %s", pattern, name)
                        .isEqualTo(name);
            } else if (reading != null) {
                String one = name.replace("*", text(dice).replace("*", ""));
                ClientNames.Reading meant = names.read(one);
                assertThat(meant == null || meant.tenant().equals(reading.tenant()))
                        .as("%s: %s and %s", pattern, name, one)
                        .isTrue();
            }
        }
        return true;
    }

    private static @Nullable ClientNames parsed(String pattern, boolean hyphens) {
        try {
            return ClientNames.parse(pattern, new TenantName(hyphens));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String text(Dice dice) {
        StringBuilder out = new StringBuilder();
        for (int i = dice.below(9); i > 0; i--) {
            out.append(NAMES.charAt(dice.below(NAMES.length())));
        }
        return out.toString();
    }
}
