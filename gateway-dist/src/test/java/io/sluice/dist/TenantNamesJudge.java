package io.sluice.dist;

import io.sluice.dist.TenantNamesLayout.Kind;
import io.sluice.dist.TenantNamesLayout.Place;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Judges what a request of a tenant became: it is for indices of the tenant only, and for those that the client means. */
final class TenantNamesJudge {

    private final TenantNamesLayout layout;

    /** What is wrong. */
    enum Fault {
        /** A body that the server never comes to the end of. */
        ENDLESS,
        /** An index that is not the tenant's. */
        FOREIGN,
        /** An item without an index. */
        NAMELESS,
        /** Nothing holds back documents of other tenants. */
        UNFILTERED,
        /** A document of another tenant, or one that another tenant could have. */
        DOCUMENT,
        /** A search in a shard that is not the tenant's, or not that which the client means. */
        ROUTING,
        /** A copy of the shards that the client does not mean. */
        PREFERENCE,
        /** More or fewer parts than the client's. */
        PARTS,
        /** Indices that the client does not mean. */
        MORE,
        /** Not all indices that the client means. */
        FEWER,
        /** Indices where the client's own names mean none. */
        FOUND,
        /** No indices where the client's own names mean some. */
        MISSING
    }

    TenantNamesJudge(TenantNamesLayout layout) {
        this.layout = layout;
    }

    /** What is wrong with one part of a relayed request, without regard to what the client sent; null if nothing is. */
    @Nullable Fault fault(TenantNamesTouch sent) {
        if (sent.item() != null
                && (sent.item().index() == null || sent.item().index().isEmpty())) {
            return Fault.NAMELESS;
        }
        for (String name : sent.names()) {
            Kind kind = layout.kind(name);
            Fault fault = kind == null ? Fault.FOREIGN : within(kind, sent);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable Fault within(Kind kind, TenantNamesTouch sent) {
        if (sent.filtered() && !TenantNamesFilter.isHeldBack(kind, sent.search())) {
            return Fault.UNFILTERED;
        }
        boolean elsewhere = sent.item() != null || sent.routing() != null;
        if (kind == Kind.ROUTED && elsewhere && !"acme".equals(sent.routing())) {
            return Fault.ROUTING;
        }
        if (sent.item() == null || kind == Kind.OWN) {
            return null;
        }
        String id = sent.item().id();
        // No document has an empty id.
        boolean own =
                id == null || id.isEmpty() || (kind == Kind.NESTED ? id.indexOf(':') > 0 : id.startsWith("acme:"));
        return own && documents(kind, sent.item()) ? null : Fault.DOCUMENT;
    }

    private static boolean documents(Kind kind, ServerBodies.Item item) {
        return kind == Kind.NESTED
                ? item.made().stream().allMatch(made -> made.containsKey("baseIndex") && made.size() <= 2)
                : item.made().stream().allMatch(made -> "acme".equals(made.get("tenant_id")))
                        && item.changed().stream()
                                .allMatch(part -> "acme".equals(part.getOrDefault("tenant_id", "acme")));
    }

    /** How all parts of a relayed request differ from what the client means; null if they do not. */
    @Nullable Fault difference(List<TenantNamesTouch> meant, List<TenantNamesTouch> sent, boolean leavesOut) {
        if (!leavesOut && meant.size() != sent.size()) {
            return Fault.PARTS;
        }
        int at = 0;
        for (TenantNamesTouch each : sent) {
            Fault fault = null;
            do {
                if (at == meant.size()) {
                    return fault == null ? Fault.PARTS : fault;
                }
                fault = difference(meant.get(at++), each);
            } while (leavesOut && fault != null);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable Fault difference(TenantNamesTouch meant, TenantNamesTouch sent) {
        if (meant.failure() != null) {
            return sent.failure() != null || !isOwnOnly(sent) || sent.names().isEmpty() ? null : Fault.FOUND;
        }
        if (sent.failure() != null) {
            return Fault.MISSING;
        }
        if (!Objects.equals(meant.preference(), sent.preference())) {
            return Fault.PREFERENCE;
        }
        Set<String> expected = new TreeSet<>();
        Set<String> nested = new TreeSet<>();
        for (String name : meant.names()) {
            Place place = layout.place(name);
            expected.add(String.valueOf(layout.physical(name)));
            if (place != null && place.kind() == Kind.NESTED) {
                nested.add(name);
            }
        }
        boolean nothing =
                expected.isEmpty() && sent.names().stream().allMatch(name -> layout.kind(name) == Kind.NESTED);
        Fault other = nothing ? null : other(expected, sent.names());
        if (other == null && sent.filtered() && sent.names().contains("t-acme") && !layout.isMixed()) {
            other = other(nested, selected(sent.search()));
        }
        if (other != null) {
            return other;
        }
        return meant.item() == null || sent.item() == null ? null : document(meant.item(), sent.item());
    }

    private static @Nullable Fault other(Set<String> meant, Set<String> sent) {
        if (!meant.containsAll(sent)) {
            return Fault.MORE;
        }
        return sent.containsAll(meant) ? null : Fault.FEWER;
    }

    private boolean isOwnOnly(TenantNamesTouch sent) {
        return sent.names().stream().allMatch(name -> layout.kind(name) == Kind.OWN);
    }

    private Set<String> selected(Map<String, Object> search) {
        Set<String> names = new TreeSet<>();
        layout.names().stream()
                .filter(name -> TenantNamesFilter.selects(search, name))
                .forEach(names::add);
        return names;
    }

    private @Nullable Fault document(ServerBodies.Item meant, ServerBodies.Item sent) {
        Place place = layout.place(String.valueOf(meant.index()));
        Kind kind = place == null ? Kind.OWN : place.kind();
        String before = switch (kind) {
            case OWN -> "";
            case NESTED -> meant.index() + ":";
            default -> "acme:";
        };
        if (meant.id() != null && !meant.id().isEmpty() && !(before + meant.id()).equals(sent.id())) {
            return Fault.DOCUMENT;
        }
        boolean same =
                kind == Kind.ROUTED ? "acme".equals(sent.routing()) : Objects.equals(meant.routing(), sent.routing());
        return same ? null : Fault.ROUTING;
    }
}
