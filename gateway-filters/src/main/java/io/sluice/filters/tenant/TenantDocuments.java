package io.sluice.filters.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterReader;
import io.sluice.api.Json;
import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.move.AliasChange;
import io.sluice.filters.tenant.move.AliasTargets;
import io.sluice.filters.tenant.move.DocumentCluster;
import io.sluice.filters.tenant.move.DocumentName;
import io.sluice.filters.tenant.move.IndexShape;
import io.sluice.filters.tenant.move.Owned;
import io.sluice.filters.tenant.move.PlacedDocuments;
import io.sluice.filters.tenant.move.SourceMembers;
import io.sluice.filters.tenant.move.StoredName;
import io.sluice.filters.tenant.move.UnmovableException;
import io.sluice.filters.tenant.names.Translation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tenant's documents as the layouts of one place store them. Immutable. */
final class TenantDocuments implements PlacedDocuments {

    private final String tenant;
    private final List<Layout> layouts;
    private final SharedGate gate;
    private final DocumentCluster cluster;

    /** @param gate keeps tenants out of layouts */
    TenantDocuments(String tenant, List<Layout> layouts, SharedGate gate, DocumentCluster cluster) {
        this.tenant = tenant;
        this.gate = gate;
        this.layouts = layouts;
        this.cluster = cluster;
    }

    @Override
    public ClusterReader cluster() {
        return cluster.reader();
    }

    @Override
    public AliasTargets aliasTargets() {
        return cluster.aliasTargets();
    }

    @Override
    public boolean leavesVectorsOut() throws IOException {
        return cluster.leavesVectorsOut();
    }

    @Override
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (Layout layout : layouts) {
            String all = layout.member(tenant, null).names().all();
            parts.add(new Part(all, query(layout)));
        }
        return parts;
    }

    private String query(Layout layout) {
        return layout.features() instanceof Features.Shared shared
                ? "{\"term\":{" + Json.string(shared.tenantField()) + ":" + Json.string(tenant) + "}}"
                : "{\"match_all\":{}}";
    }

    @Override
    public Map<String, IndexShape> shapes() throws IOException, UnmovableException {
        Map<String, IndexShape> shapes = new TreeMap<>();
        for (Layout layout : layouts) {
            new TenantIndices(tenant, layout, cluster.reader()).shapes().forEach((index, shape) -> {
                if (layout.equals(layoutOf(index))) {
                    shapes.put(index, shape);
                }
            });
        }
        return shapes;
    }

    @Override
    public void make(String index, IndexShape shape) throws IOException, UnmovableException {
        Layout layout = layoutFor(index);
        String closed = gate.closed(layout);
        if (closed != null) {
            throw new UnmovableException("index " + index + " would be closed in the other place: " + closed);
        }
        new TenantIndices(tenant, layout, cluster.reader()).make(index, shape);
    }

    @Override
    public Owned owned(String index) throws UnmovableException {
        return switch (layoutFor(index).kind()) {
            case INDEX_PER_TENANT -> Owned.INDEX;
            case NESTED -> Owned.FIELD;
            case SHARED -> Owned.DOCUMENTS;
        };
    }

    @Override
    public void change(String index, ObjectNode settings, ObjectNode mapping) throws IOException, UnmovableException {
        new TenantIndices(tenant, layoutFor(index), cluster.reader()).change(index, settings, mapping);
    }

    @Override
    public void change(List<AliasChange> changes) throws IOException, UnmovableException {
        for (Layout layout : layouts) {
            List<AliasChange> own = changes.stream()
                    .filter(change -> layout.equals(layoutOf(change.index())))
                    .toList();
            if (!own.isEmpty()) {
                new TenantIndices(tenant, layout, cluster.reader()).change(own);
            }
        }
    }

    @Override
    public @Nullable DocumentName name(StoredName stored) {
        for (Layout layout : layouts) {
            DocumentName name = name(layout, stored);
            if (name != null && layout.equals(layoutOf(name.index()))) {
                return name;
            }
        }
        return null;
    }

    private @Nullable DocumentName name(Layout layout, StoredName stored) {
        Member member = layout.member(tenant, null);
        if (layout.kind() == LayoutKind.NESTED) {
            int colon = stored.id().indexOf(':');
            return colon < 0 || !stored.index().equals(member.names().all())
                    ? null
                    : new DocumentName(
                            stored.id().substring(0, colon), stored.id().substring(colon + 1), stored.routing());
        }
        String index = member.names().logical(stored.index());
        String id = member.ids().logical(stored.id());
        String routing = member.ids().routing() == null ? stored.routing() : null;
        return index == null || id == null ? null : new DocumentName(index, id, routing);
    }

    private @Nullable Layout layoutOf(String index) {
        for (Layout layout : layouts) {
            if (layout.concerns(index)) {
                return layout;
            }
        }
        return null;
    }

    private Layout layoutFor(String index) throws UnmovableException {
        Layout layout = layoutOf(index);
        if (layout == null) {
            throw new UnmovableException("there can be no index " + index + " in the other place");
        }
        return layout;
    }

    @Override
    public StoredName stored(DocumentName document) throws UnmovableException {
        Member member = layoutFor(document.index()).member(tenant, document.index());
        if (!(member.names().one(document.index()) instanceof Translation.Physical physical)) {
            throw new UnmovableException("there can be no index " + document.index() + " in the other place");
        }
        String routing = member.ids().routing();
        if (routing != null && document.routing() != null) {
            throw new UnmovableException("document " + document.id() + " of " + document.index()
                    + " has a routing, and in the other place the tenant's name is the routing of all");
        }
        return new StoredName(
                physical.name(), member.ids().physical(document.id()), routing == null ? document.routing() : routing);
    }

    @Override
    public byte[] toStored(DocumentName document, byte[] source) throws UnmovableException {
        Layout layout = layoutFor(document.index());
        return switch (layout.features()) {
            case Features.IndexPerTenant own -> source;
            case Features.Shared shared -> marked(document, source, shared.tenantField());
            case Features.Nested nested -> wrapped(layout.member(tenant, document.index()), document, source);
        };
    }

    private byte[] marked(DocumentName document, byte[] source, String field) throws UnmovableException {
        SourceMembers members = members(document, source);
        if (members.has(name -> name.equals(field) || name.startsWith(field + "."))) {
            throw new UnmovableException("document " + document.id() + " of " + document.index() + " has a field "
                    + field + ", which names the tenant in the other place");
        }
        return members.with(field, tenant);
    }

    private static byte[] wrapped(Member member, DocumentName document, byte[] source) {
        String before = "{" + Json.string(member.fields().indexField()) + ":" + Json.string(document.index()) + ","
                + Json.string(member.fields().key()) + ":";
        ByteArrayOutputStream out = new ByteArrayOutputStream(before.length() + source.length + 1);
        out.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        out.writeBytes(source);
        out.write('}');
        return out.toByteArray();
    }

    @Override
    public byte[] fromStored(DocumentName document, byte[] stored) throws UnmovableException {
        Layout layout = layoutFor(document.index());
        return switch (layout.features()) {
            case Features.IndexPerTenant own -> stored;
            case Features.Shared shared -> members(document, stored).without(shared.tenantField());
            case Features.Nested nested -> {
                byte[] source = members(document, stored)
                        .value(layout.member(tenant, document.index()).fields().key());
                if (source == null) {
                    throw new UnmovableException("document " + document.id() + " of " + document.index()
                            + " is stored without the name of its index");
                }
                yield source;
            }
        };
    }

    private static SourceMembers members(DocumentName document, byte[] source) throws UnmovableException {
        try {
            return SourceMembers.of(source);
        } catch (IOException e) {
            throw new UnmovableException(
                    "document " + document.id() + " of " + document.index() + " is no JSON object");
        }
    }
}
