package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search filter with placeholders for values. Values are put into the filter that was read, never into its text, so
 * they cannot change what it means. Immutable.
 */
final class FilterTemplate {

    private final Filter template;
    private final List<Compared> compared;

    /** An attribute that must equal a text with placeholders. */
    private record Compared(String attribute, String text) {}

    private FilterTemplate(Filter template, List<Compared> compared) {
        this.template = template;
        this.compared = List.copyOf(compared);
    }

    /**
     * Reads a filter (RFC 4515).
     *
     * @param allowed the placeholders that it may have; it must have one of them
     * @throws IllegalArgumentException if it is malformed, or a placeholder stands where it could match more than one value
     */
    static FilterTemplate parse(String text, Set<String> allowed) {
        Filter filter;
        try {
            filter = Filter.create(text);
        } catch (LDAPException e) {
            throw new IllegalArgumentException("not a search filter: " + text, e);
        }
        Reading reading = new Reading(allowed);
        reading.read(filter, false);
        if (reading.found == 0) {
            throw new IllegalArgumentException("the filter " + text + " needs a placeholder, one of " + allowed);
        }
        return new FilterTemplate(filter, reading.compared);
    }

    /** One reading of a filter. */
    private static final class Reading {
        private final Set<String> allowed;
        private final List<Compared> compared = new ArrayList<>();
        private int found;

        Reading(Set<String> allowed) {
            this.allowed = allowed;
        }

        void read(Filter filter, boolean negated) {
            switch (filter.getFilterType()) {
                case Filter.FILTER_TYPE_AND, Filter.FILTER_TYPE_OR -> {
                    for (Filter each : filter.getComponents()) {
                        read(each, negated);
                    }
                }
                case Filter.FILTER_TYPE_NOT -> read(filter.getNOTComponent(), true);
                case Filter.FILTER_TYPE_EQUALITY -> {
                    if (isFilled(filter, negated)) {
                        compared.add(new Compared(filter.getAttributeName(), filter.getAssertionValue()));
                    }
                }
                case Filter.FILTER_TYPE_EXTENSIBLE_MATCH -> isFilled(filter, negated);
                default -> checkPlain(filter.toString());
            }
        }

        private boolean isFilled(Filter filter, boolean negated) {
            Set<String> names = Placeholders.in(filter.getAssertionValue());
            checkPlain(filter.getAttributeName() + ":" + filter.getMatchingRuleID());
            if (!allowed.containsAll(names)) {
                throw new IllegalArgumentException("the placeholders of this filter are " + allowed + ", not " + names);
            }
            if (negated && !names.isEmpty()) {
                throw new IllegalArgumentException("a placeholder in a negation would match everybody else: " + filter);
            }
            found += names.size();
            return !names.isEmpty();
        }

        private static void checkPlain(String text) {
            if (!Placeholders.in(text).isEmpty()) {
                throw new IllegalArgumentException(
                        "a placeholder can stand for the whole value of a comparison only: " + text);
            }
        }
    }

    /** The attribute that is compared with values; null if there is none, or more than one. */
    @Nullable String attribute() {
        List<String> names = compared.stream()
                .map(each -> each.attribute().toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        return names.size() == 1 ? compared.getFirst().attribute() : null;
    }

    /** All attributes that are compared with values. */
    List<String> attributes() {
        return compared.stream().map(Compared::attribute).distinct().toList();
    }

    /** The filter with values in the places of the placeholders. */
    Filter fill(Map<String, String> values) {
        return fill(template, values);
    }

    private static Filter fill(Filter filter, Map<String, String> values) {
        return switch (filter.getFilterType()) {
            case Filter.FILTER_TYPE_AND -> Filter.createANDFilter(fillAll(filter, values));
            case Filter.FILTER_TYPE_OR -> Filter.createORFilter(fillAll(filter, values));
            case Filter.FILTER_TYPE_EQUALITY ->
                Filter.createEqualityFilter(
                        filter.getAttributeName(), Placeholders.fill(filter.getAssertionValue(), values));
            case Filter.FILTER_TYPE_EXTENSIBLE_MATCH ->
                Filter.createExtensibleMatchFilter(
                        filter.getAttributeName(),
                        filter.getMatchingRuleID(),
                        filter.getDNAttributes(),
                        Placeholders.fill(filter.getAssertionValue(), values));
            default -> filter;
        };
    }

    private static List<Filter> fillAll(Filter filter, Map<String, String> values) {
        List<Filter> filled = new ArrayList<>();
        for (Filter each : filter.getComponents()) {
            filled.add(fill(each, values));
        }
        return filled;
    }

    /**
     * Whether an entry has one of the values that were asked for, as directories compare names: without regard to case and
     * repeated spaces. True where the filter compares by a rule of the directory's own.
     */
    boolean matches(Entry entry, Map<String, String> values) {
        return compared.isEmpty() || compared.stream().anyMatch(each -> has(entry, each, values));
    }

    private static boolean has(Entry entry, Compared wanted, Map<String, String> values) {
        String text = folded(Placeholders.fill(wanted.text(), values));
        String[] found = entry.getAttributeValues(wanted.attribute());
        for (String each : found == null ? new String[0] : found) {
            if (folded(each).equals(text)) {
                return true;
            }
        }
        return false;
    }

    private static String folded(String value) {
        return Normalizer.normalize(value, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .strip()
                .replaceAll(" +", " ");
    }
}
