package io.sluice.filters.tenant.grammar;

import io.sluice.filters.search.Bound;
import io.sluice.filters.search.DateFormats;
import io.sluice.filters.search.SearchBounds;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The members of any object that have a bound, as {@link SearchBounds} says; those of mappings and of analysis too. Stateless. */
public final class Amounts {
    private static final String WHY =
            "a server makes room for so much, or calls itself so often, and a node ends for all tenants";
    private static final int MOST_TEXT = 1000;

    /** The formats of all searches of a request together may have so many times what those of one may have. */
    private static final int MANY = 10;

    private static final Tally FORMATS = new Tally(
            DateFormats.MOST_TOGETHER,
            MANY * DateFormats.MOST_TOGETHER,
            "a server makes parsers of formats and keeps them, and there must be " + DateFormats.TOGETHER);

    private static final Pattern FEW_DIGITS = Pattern.compile("[0-9]{1,3}");
    private static final Tally WINDOWS = new Tally(
            SearchBounds.MOST_IN_WINDOWS,
            MANY * SearchBounds.MOST_IN_WINDOWS,
            "a server looks at all values of a window for each bucket, and nothing ends it; all windows of a search must not"
                    + " have more than " + SearchBounds.MOST_IN_WINDOWS);

    private static final Map<String, Rule> RULES = rules();

    private Amounts() {}

    private static Map<String, Rule> rules() {
        Map<String, Rule> rules = new HashMap<>();
        SearchBounds.all().forEach((name, bound) -> rules.put(name, Rule.within(bound, WHY)));
        Rule format = new Rule.Measured(Rule.within(DateFormats.BOUND, WHY), DateFormats::size, FORMATS);
        rules.put("format", format);
        rules.put("window", new Rule.Measured(Rule.within(SearchBounds.WINDOW, WHY), Amounts::number, WINDOWS));
        // Mappings.
        most(rules, 200, "depth_limit");
        most(rules, 255, "max_input_length");
        rules.put(
                "dynamic_date_formats",
                new Rule.Few(
                        format,
                        DateFormats.MOST_DETECTED,
                        "a server tries all of them, and there must be at most " + DateFormats.MOST_DETECTED));
        // Analysis.
        most(rules, 255, "min_gram", "max_gram");
        most(rules, 100, "min_shingle_size", "max_shingle_size");
        most(rules, 65_536, "buffer_size", "max_token_length", "max_output_size");
        Rule text = new Rule.Bounded(value -> value.length() <= MOST_TEXT, "at most " + MOST_TEXT + " characters", WHY);
        rules.put("token_separator", text);
        rules.put("filler_token", text);
        rules.put("rules", text);
        return Map.copyOf(rules);
    }

    // Servers read 5e2, too.
    private static int number(String text) {
        return FEW_DIGITS.matcher(text).matches() ? Integer.parseInt(text) : SearchBounds.MOST_IN_WINDOW;
    }

    private static void most(Map<String, Rule> rules, long most, String... names) {
        for (String name : names) {
            rules.put(name, Rule.within(Bound.atMost(most), WHY));
        }
    }

    /** The rule of a member whose value is a scalar. */
    public static Rule of(String name) {
        return RULES.getOrDefault(name, Rule.SCALAR);
    }
}
