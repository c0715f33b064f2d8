package io.sluice.bulk.verdict;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatterBuilder;
import java.time.zone.ZoneRulesException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Index names in date math, {@code <logs-{now/d{yyyy.MM|+01:00}}>}: a server refuses the whole bulk for one that it cannot resolve.
 * A name that depends on a format known only to the server is accepted. Reads one name; for one thread.
 */
final class DateMathName {

    private static final Pattern NAMED_FORMAT = Pattern.compile("8?[a-z_]*");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}\\.[0-9]{2}\\.[0-9]{2}");

    private final String expression;
    private final StringBuilder placeholder = new StringBuilder();
    private boolean inPlaceholder;
    private boolean inFormat;
    private boolean empty = true;

    private DateMathName(String name) {
        this.expression = name.substring(1);
    }

    /** Whether the name is in date math. */
    static boolean is(String name) {
        return name.startsWith("<") && name.endsWith(">");
    }

    /** Refuses a name in date math that no server can resolve. */
    static void check(String name) throws Malformed {
        new DateMathName(name).read();
    }

    private void read() throws Malformed {
        boolean escape = false;
        for (int i = 0; i < expression.length() - 1; i++) {
            char c = expression.charAt(i);
            boolean escaped = escape;
            escape = c == '\\' && !escaped;
            if (c == '\\') {
                empty &= !escaped;
            } else if (inPlaceholder) {
                inside(c, escaped, i + 1);
            } else {
                outside(c, escaped, i + 1);
            }
        }
        if (inPlaceholder) {
            throw invalid(expression, "date math placeholder is open ended");
        }
        if (empty) {
            throw refused("nothing captured");
        }
    }

    private void outside(char c, boolean escaped, int position) throws Malformed {
        if (c == '}' && !escaped) {
            throw invalid(
                    expression,
                    "invalid character at position [" + position + "]. `{` and `}` are reserved characters and"
                            + " should be escaped when used as part of the index name using `\\` (e.g. `\\{text\\}`)");
        }
        inPlaceholder = c == '{' && !escaped;
        empty &= inPlaceholder;
    }

    private void inside(char c, boolean escaped, int position) throws Malformed {
        boolean literal = inFormat && escaped;
        if (c == '{' && !literal) {
            if (inFormat) {
                throw invalid(expression, "invalid character in placeholder at position [" + position + "]");
            }
            inFormat = true;
        } else if (c == '}' && !literal) {
            if (!inFormat) {
                placeholder();
                return;
            }
            inFormat = false;
        }
        placeholder.append(c);
    }

    private void placeholder() throws Malformed {
        String text = placeholder.toString();
        placeholder.setLength(0);
        inPlaceholder = false;
        empty = false;
        int format = text.indexOf('{');
        if (format < 0) {
            date(text, true);
            return;
        }
        if (text.lastIndexOf('}') != text.length() - 1) {
            throw invalid(text, "missing closing `}` for date math format");
        }
        if (format == text.length() - 2) {
            throw invalid(text, "missing date format");
        }
        format(text.substring(format + 1, text.length() - 1));
        date(text.substring(0, format), false);
    }

    private static void format(String text) throws Malformed {
        int zone = text.indexOf('|');
        if (zone >= 0) {
            zone(text.substring(zone + 1));
        }
        String pattern = zone < 0 ? text : text.substring(0, zone);
        if (NAMED_FORMAT.matcher(pattern).matches()) {
            return;
        }
        try {
            new DateTimeFormatterBuilder().appendPattern(pattern.startsWith("8") ? pattern.substring(1) : pattern);
        } catch (IllegalArgumentException e) {
            throw Malformed.argument("Invalid format: [" + pattern + "]: " + e.getMessage());
        }
    }

    private static void zone(String id) throws Malformed {
        try {
            ZoneId.of(id);
        } catch (ZoneRulesException e) {
            throw new Malformed(500, "zone_rules_exception", String.valueOf(e.getMessage()));
        } catch (DateTimeException e) {
            throw new Malformed(500, "date_time_exception", String.valueOf(e.getMessage()));
        }
    }

    private static void date(String text, boolean usualFormat) throws Malformed {
        if (text.startsWith("now")) {
            math(text.substring("now".length()));
            return;
        }
        int bars = text.indexOf("||");
        String date = bars < 0 ? text : text.substring(0, bars);
        if (date.isBlank()) {
            throw refused("cannot parse empty date");
        }
        if (usualFormat && !DATE.matcher(date).matches()) {
            String failed = "failed to parse date field [" + date + "] with format [uuuu.MM.dd]";
            throw refused(failed + ": [" + failed + "]");
        }
        if (bars >= 0) {
            math(text.substring(bars + 2));
        }
    }

    private static void math(String math) throws Malformed {
        for (int i = 0; i < math.length(); ) {
            char operator = math.charAt(i++);
            if ("/+-".indexOf(operator) < 0) {
                throw refused("operator not supported for date math [" + math + "]");
            }
            int digits = i;
            while (i < math.length() && Character.isDigit(math.charAt(i))) {
                i++;
            }
            if (i == math.length()) {
                throw refused("truncated date math [" + math + "]");
            }
            if (number(math.substring(digits, i)) != 1 && operator == '/') {
                throw refused("rounding `/` can only be used on single unit types [" + math + "]");
            }
            char unit = math.charAt(i++);
            if ("yMwdhHms".indexOf(unit) < 0) {
                throw refused("unit [" + unit + "] not supported for date math [" + math + "]");
            }
        }
    }

    private static int number(String digits) throws Malformed {
        try {
            return digits.isEmpty() ? 1 : Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new Malformed(
                    400, "number_format_exception", String.format(Locale.ROOT, "For input string: \"%s\"", digits));
        }
    }

    private static Malformed invalid(String expression, String what) {
        return refused("invalid dynamic name expression [" + expression + "]. " + what);
    }

    private static Malformed refused(String reason) {
        return new Malformed(400, "parse_exception", reason);
    }
}
