package io.sluice.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills variables into values: a dollar sign and a name in braces, optionally with a default after a colon. Two dollar
 * signs before the brace stand for the characters themselves. The filled-in text is not read again, so the value of a variable
 * cannot name another one.
 */
final class Environment {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{([^{}]*)}|\\$\\{");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    // Braces would end a plain scalar of a flow mapping; these private characters of the same width stand in for them
    // while YAML is
    // parsed, so that lines and columns stay true.
    private static final char OPEN = '\uE000';
    private static final char CLOSE = '\uE001';
    private static final Pattern UNSHIELDED = Pattern.compile("\\$\\{([^{}\\n\"']*)}");
    private static final Pattern SHIELDED = Pattern.compile("\\$" + OPEN + "([^\\n" + OPEN + CLOSE + "]*)" + CLOSE);

    private final Map<String, String> variables;

    Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** The text of a YAML file with references made harmless to its grammar. */
    static String shield(String yaml) {
        return UNSHIELDED.matcher(yaml).replaceAll("\\$" + OPEN + "$1" + CLOSE);
    }

    /** Reverses {@link #shield} for a part of the text. */
    static String unshield(String text) {
        return text.indexOf(OPEN) < 0 ? text : SHIELDED.matcher(text).replaceAll("\\${$1}");
    }

    /**
     * Fills in the references of one value.
     *
     * @throws IllegalArgumentException if one cannot be filled in, with a message for the operator
     */
    String fill(String text) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        StringBuilder filled = new StringBuilder();
        Matcher matcher = REFERENCE.matcher(text);
        while (matcher.find()) {
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value(matcher)));
        }
        return matcher.appendTail(filled).toString();
    }

    private String value(Matcher reference) {
        if (reference.group().equals("$${")) {
            return "${";
        }
        String inside = reference.group(1);
        if (inside == null) {
            throw new IllegalArgumentException(
                    "'${' opens a reference to the environment that is not closed; write $${ for the characters themselves");
        }
        int colon = inside.indexOf(':');
        String name = colon < 0 ? inside : inside.substring(0, colon);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of an environment variable: '" + name
                    + "'; write ${NAME} or ${NAME:default}, and $${ for the characters themselves");
        }
        String value = variables.get(name);
        if (value == null && colon < 0) {
            throw new IllegalArgumentException("environment variable " + name
                    + " is not set; set it, or write a default as in ${" + name + ":default}");
        }
        return value == null ? inside.substring(colon + 1) : value;
    }
}
