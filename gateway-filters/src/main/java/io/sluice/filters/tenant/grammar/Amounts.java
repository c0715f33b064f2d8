package io.sluice.filters.tenant.grammar;

import java.util.HashMap;
import java.util.Map;

/**
 * Members of any object whose value a server takes for how much it makes room for, or how often it calls itself, before it looks at
 * anything else: one large value ends a node. The bounds are far above what is useful. Stateless.
 */
final class Amounts {
    private static final String WHY =
            "a server makes room for so much, or calls itself so often, and a node ends for all tenants";
    private static final int MOST_TEXT = 1000;
    private static final int MOST_FORMAT = 1000;
    private static final int MOST_OPTIONAL_PARTS = 20;

    private static final Map<String, Rule> RULES = rules();

    private Amounts() {}

    private static Map<String, Rule> rules() {
        Map<String, Rule> rules = new HashMap<>();
        // Searches.
        most(rules, 10_000, "number_of_fragments", "compression", "predict");
        most(rules, 100_000, "phrase_limit", "initial_buffer", "max_docs_per_value", "lag", "window");
        most(rules, 1_000_000, "shard_size");
        most(rules, 10_000, "max_determinized_states");
        // With 5, a histogram has a megabyte for each doubling between the least and the greatest value.
        most(rules, 3, "number_of_significant_value_digits");
        most(rules, 1000, "gram_size", "max_concurrent_group_searches");
        // Mappings.
        most(rules, 200, "depth_limit");
        most(rules, 255, "max_input_length");
        // Analysis.
        most(rules, 255, "min_gram", "max_gram");
        most(rules, 100, "min_shingle_size", "max_shingle_size");
        most(rules, 65_536, "buffer_size", "max_token_length", "max_output_size");
        Rule text = new Rule.Bounded(value -> value.length() <= MOST_TEXT, "at most " + MOST_TEXT + " characters", WHY);
        rules.put("token_separator", text);
        rules.put("rules", text);
        Rule format = new Rule.Bounded(Amounts::isFormat, "at most " + MOST_FORMAT + " characters", WHY);
        rules.put("format", format);
        rules.put("dynamic_date_formats", format);
        return Map.copyOf(rules);
    }

    private static void most(Map<String, Rule> rules, long most, String... names) {
        for (String name : names) {
            rules.put(name, Rule.atMost(most, WHY));
        }
    }

    // A server's parser of dates calls itself for each optional part.
    private static boolean isFormat(String text) {
        return text.length() <= MOST_FORMAT
                && text.chars().filter(c -> c == '[').count() <= MOST_OPTIONAL_PARTS;
    }

    /** The rule of a member whose value is a scalar. */
    static Rule of(String name) {
        return RULES.getOrDefault(name, Rule.SCALAR);
    }
}
