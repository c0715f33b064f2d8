package io.sluice.filters.tenant.identity;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.sluice.filters.tenant.names.TenantName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates client index names that contain the tenant, such as {@code logs-acme-prod}, into tenant and index, and
 * back. Each index has exactly one such name, so responses show what the client wrote; a pattern that allows two names
 * is refused when it is parsed. Safe from any thread.
 */
public final class ClientNames {

    private final TenantName tenants;
    private final Pattern whole;
    private final Pattern tenantGroup;
    private final @Nullable Pattern headGroup;
    private final NameForm form;
    private final RecentReadings recent = new RecentReadings(this::readAnew);

    /** The tenant and index that a name stands for. */
    public record Reading(String tenant, String index) {}

    private ClientNames(TenantName tenants, List<PatternParts.Part> parts) {
        this.tenants = tenants;
        Map<String, String> groups = new HashMap<>();
        StringBuilder expression = new StringBuilder();
        for (PatternParts.Part part : parts) {
            String name = part.group();
            if (name == null) {
                expression.append(Pattern.quote(part.text()));
            } else {
                groups.put(name, part.text());
                expression
                        .append("(?P<")
                        .append(name)
                        .append('>')
                        .append(part.text())
                        .append(')');
            }
        }
        this.form = NameForm.of(parts, tenants);
        this.whole = compile(expression.toString());
        this.tenantGroup = compile(String.valueOf(groups.get("tenant")));
        String head = form.hasTwoPieces() ? groups.get("prefix") : null;
        this.headGroup = head == null ? null : compile(head);
        if (whole.groupCount() != groups.size()) {
            throw new IllegalArgumentException("groups of a pattern must not contain groups");
        }
    }

    private static Pattern compile(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (com.google.re2j.PatternSyntaxException e) {
            throw new IllegalArgumentException("not a regular expression of RE2: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is not an RE2 expression of the form that {@link NameForm} needs
     */
    public static ClientNames parse(String pattern, TenantName tenants) {
        return new ClientNames(tenants, PatternParts.of(pattern));
    }

    /**
     * Reads a name, wildcard or date math; null if its tenant depends on what the wildcard or date matches, or if
     * responses could not show the name as written.
     */
    public @Nullable Reading read(String element) {
        return recent.of(element);
    }

    private @Nullable Reading readAnew(String element) {
        boolean dateMath = element.length() > 2 && element.startsWith("<") && element.endsWith(">");
        String name = dateMath ? element.substring(1, element.length() - 1) : element;
        NameForm.Split split = form.split(name);
        if (split == null || !tenants.isValid(split.tenant())) {
            return null;
        }
        boolean open = NameForm.firstFree(name) < name.length();
        if (dateMath != name.indexOf('{') >= 0 || !(open ? fits(split) : isMatched(name, split))) {
            return null;
        }
        return new Reading(split.tenant(), dateMath ? "<" + split.index() + ">" : split.index());
    }

    private boolean fits(NameForm.Split split) {
        return tenantGroup.matches(split.tenant()) && (headGroup == null || headGroup.matches(split.head()));
    }

    private boolean isMatched(String name, NameForm.Split split) {
        Matcher matcher = whole.matcher(name);
        return matcher.matches()
                && split.tenant().equals(matcher.group("tenant"))
                && form.render(split.tenant(), split.index()).equals(name);
    }

    /** The clients' name of a tenant's index; null if there is none. */
    public @Nullable String name(String tenant, String index) {
        String name = form.render(tenant, index);
        Reading reading = read(name);
        return reading != null && reading.equals(new Reading(tenant, index)) ? name : null;
    }

    /** The tenant of the first name in a list; null if it has none. {@link #of} checks the other names. */
    public @Nullable String tenant(String names) {
        int comma = names.indexOf(',');
        Reading first = read(comma < 0 ? names : names.substring(0, comma));
        return first == null ? null : first.tenant();
    }

    /** The names of one tenant's indices as clients write them. */
    public Of of(String tenant) {
        return new Of(tenant);
    }

    /** The names of one tenant's indices. */
    public final class Of {

        private final String tenant;

        private Of(String tenant) {
            this.tenant = tenant;
        }

        /** The index that a name stands for; null if it is not this tenant's. */
        public @Nullable String index(String name) {
            Reading reading = read(name);
            return reading != null && reading.tenant().equals(tenant) ? reading.index() : null;
        }

        /**
         * A list of names, wildcards and exclusions in the tenant's own index names; null if one of them is not this
         * tenant's.
         */
        public @Nullable String indices(String names) {
            StringBuilder out = new StringBuilder(names.length());
            boolean wildcard = false;
            for (String element : names.split(",", -1)) {
                boolean excludes = wildcard && element.startsWith("-");
                String index = index(excludes ? element.substring(1) : element);
                if (index == null || index.startsWith("-") || index.startsWith("_")) {
                    return null;
                }
                wildcard |= element.indexOf('*') >= 0;
                out.append(out.isEmpty() ? "" : ",").append(excludes ? "-" : "").append(index);
            }
            return out.toString();
        }

        /** The clients' name of an index; null if there is none. A wildcard expression gets its likely form. */
        public @Nullable String name(String index) {
            return index.indexOf('*') >= 0 ? form.render(tenant, index) : ClientNames.this.name(tenant, index);
        }
    }
}
