package io.sluice.filters.tenant.names;

import io.sluice.api.Json;
import io.sluice.filters.match.Glob;
import io.sluice.filters.search.NamePatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The indices of a nested layout that an expression matches: names, wildcards and exclusions, read from left to right
 * like a server does. The gateway does not know which indices exist; each document holds its index name. Immutable.
 */
public final class IndexSelection {

    private static final int MAX_ELEMENTS = 256;
    /** Each change between names and exclusions makes the filter one level deeper. */
    private static final int MAX_CHANGES = 8;

    private static final IndexPattern ANY = new IndexPattern("", true);

    private final String text;
    private final boolean wildcards;
    private final List<Step> steps;

    /** Names and patterns that are added to the selection so far, or excluded from it. */
    private record Step(boolean excludes, List<String> elements) {
        boolean matches(String name) {
            return elements.stream().anyMatch(element -> Glob.matches(element, name));
        }
    }

    private IndexSelection(String text, boolean wildcards, List<Step> steps) {
        this.text = text;
        this.wildcards = wildcards;
        this.steps = List.copyOf(steps);
    }

    /**
     * Reads an expression.
     *
     * @param expression of the client; {@code null}, empty and {@code _all} mean all indices
     * @param patterns of possible index names
     * @return null if it is not an expression, matches nothing, or cannot be resolved
     */
    public static @Nullable IndexSelection of(@Nullable String expression, List<IndexPattern> patterns) {
        String text = expression == null || IndexNames.isEverything(expression) ? "*" : expression;
        String[] elements = text.split(",", -1);
        List<Step> steps = new ArrayList<>();
        boolean wildcard = false;
        boolean many = elements.length > MAX_ELEMENTS || NamePatterns.between(text) > NamePatterns.MOST_TOGETHER;
        for (String element : many ? new String[] {""} : elements) {
            // As on a server, a leading hyphen excludes only after a wildcard.
            boolean excludes = wildcard && element.startsWith("-");
            List<String> meant = meant(excludes ? element.substring(1) : element, patterns);
            if (meant == null) {
                return null;
            }
            wildcard |= element.indexOf('*') >= 0;
            add(steps, excludes, meant);
        }
        boolean some = steps.stream().anyMatch(step -> !step.excludes());
        return some && steps.size() <= MAX_CHANGES ? new IndexSelection(text, wildcard, steps) : null;
    }

    private static void add(List<Step> steps, boolean excludes, List<String> meant) {
        if (meant.isEmpty()) {
            return;
        }
        boolean more = !steps.isEmpty() && steps.getLast().excludes() == excludes;
        List<String> all = more ? new ArrayList<>(steps.removeLast().elements()) : new ArrayList<>();
        all.addAll(meant);
        steps.add(new Step(excludes, all));
    }

    // Null if the element is neither a name nor a wildcard, or may match outside the layout.
    private static @Nullable List<String> meant(String element, List<IndexPattern> patterns) {
        if (element.indexOf('*') < 0) {
            boolean known = BaseNames.problem(element) == null && IndexPattern.anyMatches(patterns, element);
            return known ? List.of(element) : null;
        }
        if (!element.startsWith("*") && BaseNames.problemOfWildcard(element) != null
                || NameCheck.problem(element) != null) {
            return null;
        }
        try {
            return patterns.stream()
                    .map(pattern -> pattern.intersect(element))
                    .filter(Objects::nonNull)
                    .toList();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Whether the selection contains an index, by the tenant's own name. */
    public boolean matches(String name) {
        boolean meant = false;
        for (Step step : steps) {
            meant = step.excludes() ? meant && !step.matches(name) : meant || step.matches(name);
        }
        return meant;
    }

    /** The only index in the selection; null if there may be several. */
    public @Nullable String only() {
        List<String> names = steps.stream()
                .filter(step -> !step.excludes())
                .flatMap(step -> step.elements().stream())
                .distinct()
                .toList();
        boolean open = names.stream().anyMatch(name -> name.indexOf('*') >= 0);
        List<String> meant =
                open ? List.of() : names.stream().filter(this::matches).toList();
        return meant.size() == 1 ? meant.getFirst() : null;
    }

    /** Whether there are wildcards, so that missing indices are no error. */
    public boolean hasWildcards() {
        return wildcards;
    }

    /**
     * The query that finds the documents of these indices and no others.
     *
     * @param field that holds the name of a document's index, as a keyword
     */
    public Json filter(String field) {
        String found = null;
        for (Step step : steps) {
            String these = step.elements().stream()
                    .map(element -> filter(Json.string(field), element))
                    .collect(Collectors.joining(","));
            if (!step.excludes()) {
                found = "{\"bool\":{\"should\":[" + (found == null ? "" : found + ",") + these
                        + "],\"minimum_should_match\":1}}";
            } else if (found != null) {
                found = "{\"bool\":{\"filter\":[" + found + "],\"must_not\":[" + these + "]}}";
            }
        }
        return Json.parse(Objects.requireNonNull(found, "a selection has something that is meant"));
    }

    private static String filter(Json field, String element) {
        if (element.equals(ANY.toString())) {
            return "{\"exists\":{\"field\":" + field + "}}";
        }
        String query = element.indexOf('*') < 0 ? "term" : "wildcard";
        return "{\"" + query + "\":{" + field + ":{\"value\":" + Json.string(element) + "}}}";
    }

    /** The expression; parsing it again gives the same selection. */
    @Override
    public String toString() {
        return text;
    }
}
