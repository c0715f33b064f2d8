package io.sluice.filters.search;

import java.math.BigDecimal;
import java.util.function.Predicate;

/**
 * A bound of a value.
 *
 * @param within decides on the value as text
 * @param text the bound for people, such as {@code at most 5}
 */
public record Bound(Predicate<String> within, String text) {

    /** Longer texts are no numbers that a client means. */
    private static final int LONGEST_NUMBER = 30;

    /** A number that is not above another. */
    public static Bound atMost(long most) {
        return new Bound(text -> isAtMost(most, text), "at most " + most);
    }

    private static boolean isAtMost(long most, String text) {
        try {
            return text.length() <= LONGEST_NUMBER
                    && !NumberText.isEndless(text)
                    && new BigDecimal(text.strip()).compareTo(BigDecimal.valueOf(most)) <= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
