package io.sluice.api;

import io.sluice.api.RequestTarget.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Query strings as servers read them ({@code RestUtils.decodeQueryString} of Elasticsearch and OpenSearch): parameters end at
 * {@code &} and at {@code ;}, a name ends at its first {@code =}, an {@code =} with nothing before it is skipped. Stateless.
 */
final class QueryString {

    private QueryString() {}

    /**
     * The parameters in order, repetitions kept.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    static List<Parameter> parse(String query) {
        List<Parameter> result = new ArrayList<>(4);
        String name = null;
        int start = 0;
        for (int i = 0; i <= query.length(); i++) {
            char c = i == query.length() ? '&' : query.charAt(i);
            if (c == '=' && name == null) {
                if (i > start) {
                    name = PercentCoding.decode(query.substring(start, i), true);
                }
                start = i + 1;
            } else if (c == '&' || c == ';') {
                if (name != null || i > start) {
                    String text = PercentCoding.decode(query.substring(start, i), true);
                    result.add(name == null ? new Parameter(text, "") : new Parameter(name, text));
                }
                name = null;
                start = i + 1;
            }
        }
        return List.copyOf(result);
    }

    /** Why two readers may split a query differently; null if they may not. */
    static @Nullable String ambiguity(String query) {
        boolean begins = true;
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            if (c == ';') {
                return "the query has a semicolon, at which servers split it too: write it as %3B";
            }
            if (c == '=' && begins) {
                return "the query has a value without a name";
            }
            begins = c == '&';
        }
        return null;
    }

    /** Whether a query is as {@link #write} would write it, but for an {@code =} with nothing behind it. */
    static boolean isCanonical(String query) {
        char before = '&';
        boolean named = false;
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            boolean separates = c == '&' || c == '=' && !named;
            if (separates ? before == '&' : !PercentCoding.isPlain(c)) {
                return false;
            }
            named = c == '=' || named && c != '&';
            before = c;
        }
        return before != '&';
    }

    /** The query with these parameters; one with an empty value has no {@code =}. */
    static String write(List<Parameter> parameters) {
        StringBuilder out = new StringBuilder(64);
        for (Parameter parameter : parameters) {
            if (parameter.name().isEmpty()) {
                throw new IllegalArgumentException("a parameter must have a name");
            }
            if (!out.isEmpty()) {
                out.append('&');
            }
            PercentCoding.encode(parameter.name(), out);
            if (!parameter.value().isEmpty()) {
                PercentCoding.encode(parameter.value(), out.append('='));
            }
        }
        return out.toString();
    }
}
