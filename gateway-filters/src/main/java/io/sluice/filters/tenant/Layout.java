package io.sluice.filters.tenant;

import io.sluice.filters.tenant.answer.AnswerGrammar;
import io.sluice.filters.tenant.body.BodyGrammar;
import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import io.sluice.filters.tenant.mapping.SharedIndices;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.member.TenantMark;
import io.sluice.filters.tenant.names.AffixedNames;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.NameTemplate;
import io.sluice.filters.tenant.names.TenantIndex;
import io.sluice.filters.tenant.names.TenantName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One layout with everything derived from its configuration: tenants' names and filters, grammars. Thread-safe. */
final class Layout {

    private final LayoutKind kind;
    private final List<IndexPattern> patterns;
    private final Features features;
    private final BodyGrammar bodies;
    private final SortedSearches sorted;
    private final AnswerGrammar answers;
    private final Members members;
    private final boolean deletes;
    private final @Nullable SharedIndices shared;

    private Layout(LayoutKind kind, LayoutConfig config, Features features, Members members) {
        this.kind = kind;
        this.patterns = patterns(config);
        this.features = features;
        this.bodies = new BodyGrammar(features);
        this.sorted = new SortedSearches(features);
        this.answers = new AnswerGrammar(features);
        this.members = members;
        this.deletes =
                config instanceof LayoutConfig.Nested nested && nested.deletes() == LayoutConfig.Deletion.DOCUMENTS;
        this.shared = config instanceof LayoutConfig.Shared own
                ? new SharedIndices(
                        patterns,
                        own.tenantField(),
                        own.timestamps() == LayoutConfig.Timestamps.ACCEPT,
                        own.fieldTypes())
                : null;
    }

    private static List<IndexPattern> patterns(LayoutConfig config) {
        return config.indices().stream().map(IndexPattern::parse).toList();
    }

    /**
     * All layouts of a place; an index belongs to the first that matches it.
     *
     * @param place what handles are sealed for beside tenant and layout; empty for the place of whoever is in no table
     */
    static List<Layout> all(List<LayoutConfig> configs, TenantName names, String place) {
        List<Layout> layouts = new ArrayList<>();
        for (LayoutConfig config : configs) {
            List<Layout> earlier = List.copyOf(layouts);
            layouts.add(of(config, names, place, element -> anyConcerns(earlier, element)));
        }
        return List.copyOf(layouts);
    }

    // Asked about every name of a request: a stream would cost more than the question.
    private static boolean anyConcerns(List<Layout> layouts, String element) {
        for (Layout layout : layouts) {
            if (layout.concerns(element)) {
                return true;
            }
        }
        return false;
    }

    private static Layout of(LayoutConfig config, TenantName names, String place, Predicate<String> elsewhere) {
        List<IndexPattern> patterns = patterns(config);
        String sealed = "/" + place + config;
        return switch (config) {
            case LayoutConfig.IndexPerTenant own -> {
                NameTemplate template = NameTemplate.parse(own.template(), names);
                yield new Layout(
                        LayoutKind.INDEX_PER_TENANT,
                        config,
                        new Features.IndexPerTenant(Set.copyOf(own.scripts())),
                        Members.byTenant(tenant -> Member.inOwnIndices(
                                tenant,
                                tenant + sealed,
                                new AffixedNames(
                                        template.before(tenant), template.after(tenant), patterns, elsewhere))));
            }
            case LayoutConfig.Shared shared -> {
                String field = shared.tenantField();
                boolean routed = shared.routing() == LayoutConfig.Routing.TENANT;
                boolean overwrites = shared.forged() == LayoutConfig.Forged.OVERWRITE;
                boolean constant = shared.scores() == LayoutConfig.Scores.CONSTANT;
                yield new Layout(
                        LayoutKind.SHARED,
                        config,
                        new Features.Shared(
                                field,
                                routed,
                                constant,
                                shared.ranges() == LayoutConfig.Ranges.ACCEPT,
                                Set.copyOf(shared.scripts())),
                        Members.byTenant(tenant -> new Member(
                                tenant,
                                tenant + sealed,
                                new AffixedNames("", "", patterns, elsewhere),
                                routed ? DocumentIds.of(tenant).routed() : DocumentIds.of(tenant),
                                constant
                                        ? TenantMark.ofConstantScores(field, tenant, overwrites)
                                        : TenantMark.ofServerScores(field, tenant, overwrites),
                                FieldNames.OWN,
                                null)));
            }
            case LayoutConfig.Nested nested -> {
                TenantIndex template = TenantIndex.parse(nested.template(), names);
                yield new Layout(
                        LayoutKind.NESTED,
                        config,
                        new Features.Nested(Set.copyOf(nested.scripts())),
                        new NestedMembers(nested, template, patterns, sealed));
            }
        };
    }

    LayoutKind kind() {
        return kind;
    }

    List<IndexPattern> patterns() {
        return patterns;
    }

    Features features() {
        return features;
    }

    /** The indices in which documents of several tenants lie; null where an index is one tenant's. */
    @Nullable SharedIndices shared() {
        return shared;
    }

    /** Whether a request to delete an index that shares a physical index deletes its documents. */
    boolean deletes() {
        return deletes;
    }

    BodyGrammar bodies() {
        return bodies;
    }

    SortedSearches sorted() {
        return sorted;
    }

    AnswerGrammar answers() {
        return answers;
    }

    /**
     * A tenant's member in this layout.
     *
     * @param indices the indices that the request names; only used in layouts where a member depends on the index
     */
    Member member(String tenant, @Nullable String indices) {
        return members.of(tenant, indices);
    }

    /** Whether an index, or one that an expression may match, belongs to this layout. */
    boolean concerns(String element) {
        String name = element.startsWith("-") || element.startsWith("<") ? element.substring(1) : element;
        int end = endOfLiteral(name);
        String literal = name.substring(0, end);
        boolean whole = end == name.length();
        for (IndexPattern pattern : patterns) {
            boolean mayMatch = whole
                    ? pattern.matches(name)
                    : pattern.open() && literal.startsWith(pattern.head())
                            || pattern.head().startsWith(literal);
            if (mayMatch) {
                return true;
            }
        }
        return false;
    }

    /** Whether every name that a wildcard expression may match belongs to this layout. */
    boolean covers(String element) {
        String name = element.startsWith("-") ? element.substring(1) : element;
        String literal = name.substring(0, endOfLiteral(name));
        for (IndexPattern pattern : patterns) {
            if (pattern.open() && literal.startsWith(pattern.head())) {
                return true;
            }
        }
        return false;
    }

    private static int endOfLiteral(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '*' || name.charAt(i) == '{' || name.charAt(i) == '>') {
                return i;
            }
        }
        return name.length();
    }
}
