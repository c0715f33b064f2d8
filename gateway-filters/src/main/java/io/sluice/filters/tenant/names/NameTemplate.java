package io.sluice.filters.tenant.names;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The template of physical index names, for instance {@code {tenant}.{index}}. Parsing checks that two tenants, or two
 * indices of one tenant, can never get the same name: the separator must begin or end with a character that no tenant's
 * name has. Immutable.
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
     * @throws IllegalArgumentException if it does not contain both {@code {tenant}} and {@code {index}} exactly once,
     *     or its names could collide, or Elasticsearch would refuse them
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
                    "{tenant} must be separated from {index} by a character that no tenant's name has,"
                            + " so that names of two tenants cannot be equal: " + text);
        }
    }

    /** Whether, judged by the literal texts, a pattern may match the name of some tenant's index. */
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
        // The middle follows the tenant's name; it begins with a character that no tenant's name has.
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

    /** The text between the tenant's and the index's name. */
    String middle() {
        return middle;
    }

    /** The text before the index in a tenant's names. */
    public String before(String tenant) {
        return tenantFirst ? head + tenant + middle : head;
    }

    /** The text after the index in a tenant's names. */
    public String after(String tenant) {
        return tenantFirst ? tail : middle + tenant + tail;
    }

    @Override
    public String toString() {
        return text;
    }
}
