package io.sluice.filters.tenant.names;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The template for the name of a tenant's single physical index, for instance {@code {tenant}} or
 * {@code tenant-{tenant}}. Immutable.
 */
public final class TenantIndex {

    private static final Pattern FORM = Pattern.compile("([a-z0-9._~@-]*)\\{tenant}([a-z0-9._~@-]*)");

    private final String head;
    private final String tail;
    private final TenantName tenants;

    private TenantIndex(String head, String tail, TenantName tenants) {
        this.head = head;
        this.tail = tail;
        this.tenants = tenants;
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if it does not contain {@code {tenant}} exactly once, or Elasticsearch would
     *     refuse its names
     */
    public static TenantIndex parse(String text, TenantName tenants) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "the template must contain {tenant} once, and otherwise only a-z, 0-9 and . _ ~ @ -: " + text);
        }
        String head = form.group(1);
        if (!head.isEmpty() && "_-.".indexOf(head.charAt(0)) >= 0) {
            throw new IllegalArgumentException("no index of a tenant may begin with '" + head.charAt(0) + "': " + text);
        }
        return new TenantIndex(head, form.group(2), tenants);
    }

    /** The index of a tenant. */
    public String of(String tenant) {
        return head + tenant + tail;
    }

    /** Whether a pattern may match the index of some tenant. */
    public boolean mayBe(IndexPattern pattern) {
        String name = pattern.head();
        int common = Math.min(name.length(), head.length());
        if (!name.regionMatches(0, head, 0, common)) {
            return false;
        }
        int at = common;
        while (at < name.length() && tenants.contains(name.charAt(at))) {
            at++;
        }
        if (pattern.open()) {
            // After a possible tenant's name, the next character must occur in the tail.
            return at == name.length() || tail.indexOf(name.charAt(at)) >= 0;
        }
        return name.length() > head.length() + tail.length()
                && name.endsWith(tail)
                && at + tail.length() >= name.length();
    }

    /** Whether another template can never make the same name: its separator has a character that never occurs here. */
    public boolean isApartFrom(NameTemplate template) {
        return template.middle()
                .chars()
                .anyMatch(c -> !tenants.contains((char) c) && head.indexOf(c) < 0 && tail.indexOf(c) < 0);
    }

    @Override
    public String toString() {
        return head + "{tenant}" + tail;
    }
}
