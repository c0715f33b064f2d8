package io.sluice.filters.queryguard;

import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The rules that apply to one request, by what they limit. Immutable; shared by requests to which the same rules apply. */
final class Rules {

    private final Map<Kind, List<Numbered>> byKind = new EnumMap<>(Kind.class);
    private final List<Numbered> all;
    private final boolean readsBodies;
    private final boolean enforced;

    /**
     * A rule.
     *
     * @param position in the configuration
     */
    record Numbered(int position, GuardRule rule) {

        boolean isFor(RequestHead head, Exchange exchange) {
            return rule.when() == null || rule.when().matches(head, exchange);
        }

        @Override
        public String toString() {
            return "rules[" + position + "] " + rule.kind().label();
        }
    }

    Rules(List<Numbered> rules) {
        boolean reads = false;
        boolean enforces = false;
        this.all = List.copyOf(rules);
        for (Numbered each : rules) {
            byKind.computeIfAbsent(each.rule.kind(), kind -> new ArrayList<>()).add(each);
            reads |= each.rule.kind().isOfBodies();
            enforces |= each.rule.action() != Action.LOG;
        }
        this.readsBodies = reads;
        this.enforced = enforces;
    }

    List<Numbered> of(Kind kind) {
        return byKind.getOrDefault(kind, List.of());
    }

    boolean has(Kind kind) {
        return !of(kind).isEmpty();
    }

    /** Whether a body can break one of the rules. */
    boolean readsBodies() {
        return readsBodies;
    }

    /** Whether a rule does more than log, so that nothing may pass unread. */
    boolean enforced() {
        return enforced;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The rules in the order of the configuration, as words. */
    List<String> names() {
        return all.stream().map(Numbered::toString).toList();
    }
}
