package io.sluice.filters.tenant.names;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One of the indices of a tenant that all lie in a single index of the cluster, and of which a request is for one at a time.
 * Immutable.
 */
public final class BaseNames implements IndexNames {

    private static final int MAX_BYTES = 255;

    private final String physical;
    private final String base;
    private final String expression;

    /**
     * Describes the index.
     *
     * @param physical the index of the cluster
     * @param base what the tenant calls the index; empty where the request has not said it yet
     */
    public BaseNames(String physical, String base) {
        this(physical, base, base);
    }

    /** The same where the request names the index by an expression that can mean no other. */
    public BaseNames(String physical, String base, String expression) {
        this.physical = physical;
        this.base = base;
        this.expression = expression;
    }

    /** The only index that an expression of a tenant means; null if it means several or none, or nobody knows. */
    public static @Nullable String only(@Nullable String expression, List<IndexPattern> patterns) {
        if (expression == null || IndexNames.isEverything(expression)) {
            return patterns.size() == 1 && !patterns.getFirst().open()
                    ? patterns.getFirst().head()
                    : null;
        }
        return problem(expression) == null && IndexPattern.anyMatches(patterns, expression) ? expression : null;
    }

    // The cluster never sees it as the name of an index, so what the cluster would say of it is said here.
    static @Nullable String problem(String name) {
        String problem = problemOfWildcard(name);
        if (problem != null) {
            return problem;
        }
        return name.indexOf('*') >= 0 ? "a single index is needed here" : null;
    }

    /** What is wrong with a name, or with a wildcard that does not begin with a star; null if nothing is. */
    static @Nullable String problemOfWildcard(String name) {
        if (name.isEmpty()) {
            return "must not be empty";
        }
        if ("_.+-".indexOf(name.charAt(0)) >= 0) {
            return "must not start with '_', '-', '+' or '.'";
        }
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            return "must be lowercase";
        }
        return name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
                ? "index name is too long"
                : NameCheck.problem(name);
    }

    @Override
    public Translation one(String name) {
        String problem = name.startsWith("<") ? null : problem(name);
        if (problem != null) {
            return new Translation.Refused(400, "Invalid index name [" + name + "], " + problem);
        }
        return base.isEmpty() || !name.equals(base)
                ? new Translation.Refused(403, "[" + name + "] is not the one index that the request is for")
                : new Translation.Physical(physical);
    }

    @Override
    public String all() {
        return physical;
    }

    @Override
    public Translation expression(@Nullable String text) {
        if (!base.isEmpty() && (IndexNames.isEverything(text) || base.equals(text) || expression.equals(text))) {
            return new Translation.Physical(physical);
        }
        return new Translation.Refused(403, "in this layout a request is for one index, which it names");
    }

    @Override
    public boolean mayLack(@Nullable String text) {
        return base.isEmpty() && IndexNames.isEverything(text) || expression.indexOf('*') >= 0;
    }

    @Override
    public String compared(String value) {
        return value;
    }

    @Override
    public boolean ownEnds() {
        return false;
    }

    @Override
    public @Nullable String logical(String name) {
        return name.equals(physical) && !base.isEmpty() ? base : null;
    }

    @Override
    public String text(String text) {
        return text.contains(physical) ? Words.named(text, this::shown) : text;
    }

    // What applies to all of them is said of all of them.
    private @Nullable String shown(String name) {
        return name.equals(physical) && base.isEmpty() ? "*" : logical(name);
    }

    @Override
    public String toString() {
        return physical + "/" + base;
    }
}
