package io.sluice.filters.tenant;

import io.sluice.filters.tenant.answer.AnswerGrammar;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import io.sluice.filters.tenant.names.AffixedNames;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.NameTemplate;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.filters.tenant.query.BodyGrammar;
import io.sluice.filters.tenant.query.Features;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.TenantMark;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** One layout, with all that is derived from it once: names and filters of the tenants, grammars. Thread-safe. */
final class Layout {

    private static final int MAX_KEPT = 10_000;

    private final LayoutKind kind;
    private final List<IndexPattern> patterns;
    private final Features features;
    private final BodyGrammar bodies;
    private final AnswerGrammar answers;
    private final Function<String, Member> members;
    private final ConcurrentMap<String, Member> kept = new ConcurrentHashMap<>();

    private Layout(LayoutKind kind, List<IndexPattern> patterns, Features features, Function<String, Member> members) {
        this.kind = kind;
        this.patterns = patterns;
        this.features = features;
        this.bodies = new BodyGrammar(features);
        this.answers = new AnswerGrammar(features.shared());
        this.members = members;
    }

    static Layout of(LayoutConfig config, TenantName names) {
        List<IndexPattern> patterns =
                config.indices().stream().map(IndexPattern::parse).toList();
        return switch (config) {
            case LayoutConfig.IndexPerTenant own -> {
                NameTemplate template = NameTemplate.parse(own.template(), names);
                yield new Layout(
                        LayoutKind.INDEX_PER_TENANT,
                        patterns,
                        Features.OWN_INDICES,
                        tenant -> Member.inOwnIndices(
                                tenant,
                                tenant + "/" + own,
                                new AffixedNames(template.before(tenant), template.after(tenant), patterns)));
            }
            case LayoutConfig.Shared shared -> {
                String field = shared.tenantField();
                boolean overwrites = shared.forged() == LayoutConfig.Forged.OVERWRITE;
                yield new Layout(
                        LayoutKind.SHARED,
                        patterns,
                        new Features(field),
                        tenant -> new Member(
                                tenant,
                                tenant + "/" + shared,
                                new AffixedNames("", "", patterns),
                                DocumentIds.of(tenant),
                                TenantMark.of(field, tenant, overwrites)));
            }
        };
    }

    LayoutKind kind() {
        return kind;
    }

    Features features() {
        return features;
    }

    BodyGrammar bodies() {
        return bodies;
    }

    AnswerGrammar answers() {
        return answers;
    }

    /** What the layout is to a tenant. */
    Member member(String tenant) {
        Member member = kept.get(tenant);
        if (member == null) {
            member = members.apply(tenant);
            if (kept.size() < MAX_KEPT) {
                kept.put(tenant, member);
            }
        }
        return member;
    }

    /** True iff an index, or something that an expression may mean, lies in this layout. */
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

    private static int endOfLiteral(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '*' || name.charAt(i) == '{' || name.charAt(i) == '>') {
                return i;
            }
        }
        return name.length();
    }
}
