package io.sluice.filters.tenant.names;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of one index in the nested layout, for requests for a single index. Immutable. */
public final class BaseNames implements IndexNames {

    private static final int MAX_BYTES = 255;

    private final String physical;
    private final String base;
    private final String expression;

    /**
     * Describes the index.
     *
     * @param physical name of the cluster's index
     * @param base the tenant's name of the index; empty if not known yet
     */
    public BaseNames(String physical, String base) {
        this(physical, base, base);
    }

    /** The same, if the request names the index by an expression that can match no other. */
    public BaseNames(String physical, String base, String expression) {
        this.physical = physical;
        this.base = base;
        this.expression = expression;
    }

    /** The only index that a tenant's expression can match; null if several, none, or unknown. */
    public static @Nullable String only(@Nullable String expression, List<IndexPattern> patterns) {
        if (expression == null || IndexNames.isEverything(expression)) {
            return patterns.size() == 1 && !patterns.getFirst().open()
                    ? patterns.getFirst().head()
                    : null;
        }
        return problem(expression) == null && IndexPattern.anyMatches(patterns, expression) ? expression : null;
    }

    // The cluster never sees this index name, so the gateway reports the cluster's errors.
    static @Nullable String problem(String name) {
        String problem = problemOfWildcard(name);
        if (problem != null) {
            return problem;
        }
        return name.indexOf('*') >= 0 ? "a single index is needed here" : null;
    }

    /** The problem of a name, or of a wildcard that does not begin with a star; null if valid. */
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
        return new Translation.Refused(403, "in this layout a request must name exactly one index");
    }

    @Override
    public boolean mayLack(@Nullable String text) {
        return base.isEmpty() && IndexNames.isEverything(text) || expression.indexOf('*') >= 0;
    }

    @Override
    public boolean sendsPlain(@Nullable String text) {
        return IndexNames.isEverything(text) || expression.indexOf('*') >= 0;
    }

    @Override
    public String compared(String value) {
        return value;
    }

    @Override
    public String beginning(String value) {
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
        return text.contains(physical) ? TextReplacement.named(text, this::shown) : text;
    }

    // If the index is not known, the physical name is shown as all indices.
    private @Nullable String shown(String name) {
        return name.equals(physical) && base.isEmpty() ? "*" : logical(name);
    }

    @Override
    public String toString() {
        return physical + "/" + base;
    }
}
