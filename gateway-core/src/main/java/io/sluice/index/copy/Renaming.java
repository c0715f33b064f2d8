package io.sluice.index.copy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Names of indices at their target.
 *
 * @param pattern of whole names that change; null for none
 * @param replacement with {@code $1} for the pattern's groups
 */
public record Renaming(@Nullable Pattern pattern, String replacement) {
    /** Every name stays. */
    public static final Renaming NONE = new Renaming(null, "");

    /**
     * Reads {@code REGEX=REPLACEMENT}.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public static Renaming parse(String text) {
        int equals = text.lastIndexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException("a renaming is written REGEX=REPLACEMENT, such as 'logs-(.*)=old-$1'");
        }
        try {
            return new Renaming(Pattern.compile(text.substring(0, equals)), text.substring(equals + 1));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("no regular expression: " + e.getDescription(), e);
        }
    }

    /** All names become this one. */
    public static Renaming to(String name) {
        return new Renaming(Pattern.compile(".*"), Matcher.quoteReplacement(name));
    }

    /**
     * The name at the target.
     *
     * @throws IllegalArgumentException if the replacement names a group that is not there
     */
    public String apply(String name) {
        if (pattern == null) {
            return name;
        }
        Matcher matcher = pattern.matcher(name);
        try {
            StringBuilder renamed = new StringBuilder();
            if (!matcher.matches()) {
                return name;
            }
            matcher.appendReplacement(renamed, replacement);
            return renamed.toString();
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the renaming's replacement names a group that is not there", e);
        }
    }
}
