package io.sluice.filters.tenant.names;

import io.sluice.filters.search.NamePatterns;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Index names that are the tenant's own names in the cluster, with a prefix and a suffix (either may be empty).
 * Immutable.
 */
public final class AffixedNames implements IndexNames {

    private static final int MAX_EXPRESSION = 16 * 1024;

    private final String before;
    private final String after;
    private final List<IndexPattern> patterns;
    private final Predicate<String> elsewhere;
    /** Whether all patterns end with a wildcard. */
    private final boolean allOpen;

    /**
     * Describes the names.
     *
     * @param before prefix of the tenant's index name
     * @param after suffix of the tenant's index name
     * @param patterns of the tenant's index names
     */
    public AffixedNames(String before, String after, List<IndexPattern> patterns) {
        this(before, after, patterns, element -> false);
    }

    /**
     * The same, if some of the names may belong to another layout.
     *
     * @param elsewhere tests whether a name, wildcard or date math may belong to another layout
     */
    public AffixedNames(String before, String after, List<IndexPattern> patterns, Predicate<String> elsewhere) {
        this.elsewhere = elsewhere;
        this.before = before;
        this.after = after;
        this.patterns = List.copyOf(patterns);
        this.allOpen = patterns.stream().allMatch(IndexPattern::open);
    }

    @Override
    public Translation one(String name) {
        if (name.indexOf('*') >= 0) {
            return new Translation.Refused(400, "a single index is needed here, not [" + name + "]");
        }
        String problem = name.startsWith("<") ? dateMathProblem(name) : firstProblem(name);
        if (problem != null) {
            return new Translation.Refused(400, "Invalid index name [" + name + "], " + problem);
        }
        if (!isOurs(name)) {
            return new Translation.Refused(403, "there can be no index [" + name + "] in this layout");
        }
        return elsewhere.test(name) ? inAnother(name) : new Translation.Physical(around(name));
    }

    private static Translation inAnother(String element) {
        return new Translation.Refused(
                403, "[" + element + "] belongs to another layout; a request must be for one layout");
    }

    private static @Nullable String dateMathProblem(String name) {
        boolean valid = name.length() > 2
                && name.endsWith(">")
                && NameCheck.isDateMath(name.substring(1, name.length() - 1))
                && firstProblem(literalBegin(name)) == null;
        return valid ? null : "date math of this form is not known to be safe";
    }

    private static String literalBegin(String dateMath) {
        int brace = dateMath.indexOf('{');
        return dateMath.substring(1, brace < 0 ? dateMath.length() - 1 : brace);
    }

    private static @Nullable String firstProblem(String name) {
        if (name.isEmpty()) {
            return "must not be empty";
        }
        if ("_.+-".indexOf(name.charAt(0)) >= 0) {
            return "must not start with '_', '-', '+' or '.'";
        }
        return NameCheck.problem(name);
    }

    private boolean isOurs(String name) {
        if (!name.startsWith("<")) {
            return IndexPattern.anyMatches(patterns, name);
        }
        // A date may resolve to anything.
        return name.indexOf('{') < 0
                ? IndexPattern.anyMatches(patterns, literalBegin(name))
                : IndexPattern.anyCovers(patterns, literalBegin(name));
    }

    private String around(String name) {
        if (name.startsWith("<")) {
            return "<" + before + name.substring(1, name.length() - 1) + after + ">";
        }
        return before + name + after;
    }

    @Override
    public String all() {
        StringBuilder out = new StringBuilder();
        for (IndexPattern pattern : patterns) {
            out.append(out.isEmpty() ? "" : ",").append(around(pattern.toString()));
        }
        return out.toString();
    }

    @Override
    public boolean mayLack(@Nullable String text) {
        if (allOpen) {
            return false;
        }
        // What begins with a hyphen has a translation behind a wildcard only, and is an exclusion there.
        return elements(text).stream().allMatch(element -> element.indexOf('*') >= 0 || element.startsWith("-"))
                && sendsPlain(text);
    }

    @Override
    public boolean sendsPlain(@Nullable String text) {
        if (allOpen) {
            return false;
        }
        List<String> wildcards = elements(text).stream()
                .filter(element -> element.indexOf('*') >= 0)
                .toList();
        return patterns.stream()
                .filter(pattern -> !pattern.open())
                .anyMatch(pattern -> wildcards.stream().anyMatch(wildcard -> pattern.intersect(wildcard) != null));
    }

    private static List<String> elements(@Nullable String text) {
        return text == null || IndexNames.isEverything(text) ? List.of("*") : List.of(text.split(",", -1));
    }

    @Override
    public Translation expression(@Nullable String text) {
        if (text == null || IndexNames.isEverything(text)) {
            return elsewhere.test("*") ? inAnother("*") : new Translation.Physical(all());
        }
        if (text.length() > MAX_EXPRESSION) {
            return new Translation.Refused(400, "the expression of indices is too long");
        }
        if (NamePatterns.between(text) > NamePatterns.MOST_TOGETHER) {
            return new Translation.Refused(400, NamePatterns.WHY_TOGETHER);
        }
        if (text.indexOf(',') < 0 && text.indexOf('*') < 0) {
            return one(text);
        }
        SentNames sent = new SentNames();
        boolean wildcard = false;
        for (String element : text.split(",", -1)) {
            if (element.equals("_all")) {
                return new Translation.Refused(400, "_all must stand alone");
            }
            // In Elasticsearch, a leading hyphen excludes only after a wildcard, also one that is sent as plain names.
            boolean excludes = wildcard && element.startsWith("-");
            String name = excludes ? element.substring(1) : element;
            Translation translated = element(name);
            if (translated instanceof Translation.Refused) {
                return translated;
            }
            String names = ((Translation.Physical) translated).name();
            wildcard |= name.indexOf('*') >= 0;
            if (!excludes) {
                sent.add(names);
            } else if (!sent.exclude(names, around(name))) {
                return new Translation.Refused(403, "it is not clear which indices [" + element + "] excludes");
            }
        }
        if (sent.isEmpty()) {
            return new Translation.Refused(403, "there can be no index [" + text + "] in this layout");
        }
        return new Translation.Physical(sent.toString());
    }

    private Translation element(String name) {
        if (name.indexOf('*') < 0) {
            return one(name);
        }
        String problem = name.startsWith("*") ? NameCheck.problem(name) : firstProblem(name);
        if (problem != null) {
            return new Translation.Refused(400, "Invalid index name [" + name + "], " + problem);
        }
        return elsewhere.test(name) ? inAnother(name) : wildcard(name);
    }

    private Translation wildcard(String name) {
        StringBuilder out = new StringBuilder();
        try {
            for (IndexPattern pattern : patterns) {
                String both = pattern.intersect(name);
                if (both != null) {
                    out.append(out.isEmpty() ? "" : ",").append(around(both));
                }
            }
        } catch (IllegalArgumentException e) {
            return new Translation.Refused(403, "[" + name + "]: " + e.getMessage());
        }
        return new Translation.Physical(out.toString());
    }

    @Override
    public String compared(String value) {
        return before + value + after;
    }

    // Before a suffix a value that is not the whole name would need a wildcard.
    @Override
    public @Nullable String beginning(String value) {
        return after.isEmpty() ? before + value : null;
    }

    @Override
    public boolean ownEnds() {
        return after.isEmpty();
    }

    @Override
    public @Nullable String logical(String physical) {
        if (physical.startsWith("<") && physical.endsWith(">")) {
            // Servers quote date math as they were sent it where no index has the name.
            String inner = within(physical.substring(1, physical.length() - 1));
            return inner != null && isOurs("<" + inner + ">") ? "<" + inner + ">" : null;
        }
        String name = within(physical);
        return name != null && (isOurs(name) || name.indexOf('*') >= 0) ? name : null;
    }

    private @Nullable String within(String physical) {
        int length = physical.length() - after.length();
        boolean around = length > before.length() && physical.startsWith(before) && physical.endsWith(after);
        return around ? physical.substring(before.length(), length) : null;
    }

    @Override
    public String text(String text) {
        if (before.isEmpty() && after.isEmpty() || !text.contains(before) || !text.contains(after)) {
            return text;
        }
        return TextReplacement.named(text, this::logical);
    }

    @Override
    public String toString() {
        return before + "*" + after;
    }
}
