package io.sluice.plugins.ldap;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts with placeholders such as {@code {user}}. */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    private Placeholders() {}

    /** The names of those in a text. */
    static Set<String> in(String text) {
        Set<String> names = new LinkedHashSet<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** The text with values in their places, in one pass: what looks like a placeholder in a value stays. */
    static String fill(String text, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(match ->
                        Matcher.quoteReplacement(Objects.requireNonNull(values.get(match.group(1)), "no such value")));
    }
}
