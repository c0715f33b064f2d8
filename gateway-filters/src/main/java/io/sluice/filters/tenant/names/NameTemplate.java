package io.sluice.filters.tenant.names;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the name of a tenant's index is made, for instance {@code {tenant}.{index}}. Checked when it is read, so that two tenants, or
 * two indices of one, can never end up under one name: what stands between the two must begin or end with a character that no
 * tenant's name has. Immutable.
 */
public final class NameTemplate {

    private static final Pattern FORM = Pattern.compile("([^{}]*)\\{(tenant|index)}([^{}]*)\\{(tenant|index)}([^{}]*)");
    private static final Pattern LITERAL = Pattern.compile("[a-z0-9._~@-]*");

    private final String text;
    private final String head;
    private final String middle;
    private final String tail;
    private final boolean tenantFirst;
    private final TenantName tenants;

    private NameTemplate(String text, Matcher form, TenantName tenants) {
        this.tenants = tenants;
        this.text = text;
        this.head = form.group(1);
        this.middle = form.group(3);
        this.tail = form.group(5);
        this.tenantFirst = form.group(2).equals("tenant");
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if not both of {@code {tenant}} and {@code {index}} stand in it, once each, or its names
     *     could collide, or Elasticsearch would not take them
     */
    public static NameTemplate parse(String text, TenantName tenants) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || form.group(2).equals(form.group(4))) {
            throw new IllegalArgumentException(
                    "a template must have {tenant} and {index}, each once, or tenants share an index: " + text);
        }
        NameTemplate template = new NameTemplate(text, form, tenants);
        for (String literal : new String[] {template.head, template.middle, template.tail}) {
            if (!LITERAL.matcher(literal).matches()) {
                throw new IllegalArgumentException(
                        "a template may have a-z, 0-9 and . _ ~ @ - beside its names: " + text);
            }
        }
        template.checkFirst();
        template.checkSeparator(tenants);
        return template;
    }

    private void checkFirst() {
        char first = head.isEmpty() ? 'a' : head.charAt(0);
        if (first == '_' || first == '-' || first == '.') {
            throw new IllegalArgumentException("no index of a tenant may begin with '" + first + "': " + text);
        }
    }

    private void checkSeparator(TenantName tenants) {
        boolean apart = !middle.isEmpty() && !tenants.contains(middle.charAt(tenantFirst ? 0 : middle.length() - 1));
        if (!apart) {
            throw new IllegalArgumentException(
                    "between {tenant} and {index} stands nothing that a tenant's name cannot have,"
                            + " so that names of two tenants could be one: " + text);
        }
    }

    /** Whether, as far as its literal texts tell, a name of some tenant's index may be what a pattern means. */
    public boolean mayMake(IndexPattern pattern) {
        String name = pattern.head();
        int common = Math.min(name.length(), head.length());
        if (!name.regionMatches(0, head, 0, common)) {
            return false;
        }
        if (name.length() < head.length() || !tenantFirst) {
            return pattern.open() || endsAsMade(name);
        }
        int at = head.length();
        while (at < name.length() && tenants.contains(name.charAt(at))) {
            at++;
        }
        // Behind the tenant's name stands the middle, which begins with a character that no such name has.
        int rest = Math.min(name.length() - at, middle.length());
        return name.regionMatches(at, middle, 0, rest) && (pattern.open() || rest == middle.length());
    }

    private boolean endsAsMade(String name) {
        int end = name.length() - tail.length();
        while (end > 0 && tenants.contains(name.charAt(end - 1))) {
            end--;
        }
        return name.endsWith(tail) && name.substring(0, Math.max(end, 0)).endsWith(middle);
    }

    /** What stands between the names of the tenant and the index. */
    String middle() {
        return middle;
    }

    /** What stands before the index in a tenant's names. */
    public String before(String tenant) {
        return tenantFirst ? head + tenant + middle : head;
    }

    /** What stands behind the index in a tenant's names. */
    public String after(String tenant) {
        return tenantFirst ? tail : middle + tenant + tail;
    }

    @Override
    public String toString() {
        return text;
    }
}
