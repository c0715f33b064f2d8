package io.sluice.filters.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.move.AliasChange;
import io.sluice.filters.tenant.move.IndexShape;
import io.sluice.filters.tenant.move.StoredJson;
import io.sluice.filters.tenant.move.UnmovableException;
import io.sluice.filters.tenant.names.Translation;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a tenant's indices are like in one layout, and how they are made there. Immutable; blocks. */
final class TenantIndices {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final String PROPERTIES = "properties";
    private static final int LONGEST_REASON = 500;
    private static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    /** Settings of an index that belong to where it lies, or that no new index can be given. */
    private static final Set<String> OF_PLACE = Set.of(
            "uuid",
            "version",
            "creation_date",
            "provided_name",
            "routing",
            "resize",
            "blocks",
            "lifecycle",
            "plugins",
            "verified_before_close",
            "verified_read_only",
            "history",
            "shard_limit",
            "rollup",
            "downsample",
            "context",
            "dimensions",
            "remote_store",
            "replication");
    /** The same of settings that have neighbours; an index that is only appended to refuses the ids of copies. */
    private static final Map<String, List<String>> PARTS_OF_PLACE = Map.of(
            "allocation", List.of("existing_shards_allocator"),
            "append_only", List.of("enabled"),
            "logsdb", List.of("add_host_name_field", "sort_on_host_name"),
            "search", List.of("throttled"));

    private final String tenant;
    private final Layout layout;
    private final ClusterReader cluster;

    TenantIndices(String tenant, Layout layout, ClusterReader cluster) {
        this.tenant = tenant;
        this.layout = layout;
        this.cluster = cluster;
    }

    private Member member(@Nullable String index) {
        return layout.member(tenant, index);
    }

    /** What the indices of this layout are like, by the tenant's names. */
    Map<String, IndexShape> shapes() throws IOException, UnmovableException {
        Map<String, IndexShape> shapes = new TreeMap<>();
        ClusterResponse answer = send(
                "GET",
                "/" + encoded(member(null).names().all())
                        + "?ignore_unavailable=true&allow_no_indices=true&expand_wildcards=all",
                null);
        if (!answer.isSuccess()) {
            throw new IOException("indices were not read: status " + answer.status());
        }
        for (Map.Entry<String, JsonNode> index : StoredJson.tree(answer.body()).properties()) {
            add(index.getKey(), index.getValue(), shapes);
        }
        return shapes;
    }

    private void add(String physical, JsonNode index, Map<String, IndexShape> shapes) throws UnmovableException {
        ObjectNode mappings = index.path("mappings").deepCopy();
        ObjectNode settings = index.path("settings").path("index").deepCopy();
        String hidden = IndexShape.hiddenField(mappings);
        if (hidden != null) {
            throw new UnmovableException("index " + physical + " has the runtime field " + hidden
                    + ", which hides the server's own: its documents cannot be read reliably");
        }
        boolean keepsSources = IndexShape.keepsSources(mappings, settings);
        boolean takesWrites = IndexShape.takesWrites(settings);
        removeOfPlace(settings);
        ObjectNode aliases = JsonNodeFactory.instance.objectNode();
        switch (layout.features()) {
            case Features.IndexPerTenant own -> {
                String name = member(null).names().logical(physical);
                index.path("aliases").properties().forEach(alias -> {
                    String logical = member(null).names().logical(alias.getKey());
                    if (logical != null) {
                        aliases.set(logical, alias.getValue());
                    }
                });
                if (name != null) {
                    shapes.put(name, new IndexShape(mappings, settings, aliases, keepsSources, takesWrites));
                }
            }
            case Features.Shared shared -> {
                if (mappings.path(PROPERTIES) instanceof ObjectNode properties) {
                    properties.remove(shared.tenantField());
                }
                shapes.put(physical, new IndexShape(mappings, settings, aliases, keepsSources, true));
            }
            case Features.Nested nested -> {
                String field = member(null).fields().indexField();
                for (Map.Entry<String, JsonNode> each :
                        mappings.path(PROPERTIES).properties()) {
                    if (!each.getKey().equals(field) && each.getValue() instanceof ObjectNode own) {
                        // A full stop in the name of an index is a slash there.
                        String name = each.getKey().replace('/', '.');
                        ObjectNode apart = new NestedMapping(name, member(name).fields()).apart(own, mappings);
                        shapes.put(name, new IndexShape(apart, settings, aliases, keepsSources, true));
                    }
                }
            }
        }
    }

    private static void removeOfPlace(ObjectNode settings) {
        settings.remove(OF_PLACE);
        PARTS_OF_PLACE.forEach((name, parts) -> {
            if (settings.get(name) instanceof ObjectNode group
                    && group.remove(parts).isEmpty()) {
                settings.remove(name);
            }
        });
    }

    /** Makes an index unless it is there. */
    void make(String index, IndexShape shape) throws IOException, UnmovableException {
        if (!(layout.features() instanceof Features.IndexPerTenant)
                && !shape.aliases().isEmpty()) {
            throw new UnmovableException("index " + index + " has aliases, which the other place cannot have");
        }
        String physical = physical(index);
        switch (layout.features()) {
            case Features.IndexPerTenant own -> {
                if (isMissing(physical)) {
                    create(physical, body(shape));
                    checkPipelines(index, physical, shape);
                }
            }
            case Features.Shared shared -> {
                if (isMissing(physical)) {
                    throw new UnmovableException("index " + index + " is not there in the other place");
                }
            }
            case Features.Nested nested -> nest(index, physical, shape);
        }
    }

    private String physical(String name) throws UnmovableException {
        if (member(name).names().one(name) instanceof Translation.Physical physical) {
            return physical.name();
        }
        throw new UnmovableException("there can be no index " + name + " in the other place");
    }

    private ObjectNode body(IndexShape shape) throws UnmovableException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("settings").set("index", shape.settingsOfNew());
        body.set("mappings", shape.mappings());
        ObjectNode aliases = body.putObject("aliases");
        for (Map.Entry<String, JsonNode> alias : shape.aliases().properties()) {
            aliases.set(physical(alias.getKey()), alias.getValue());
        }
        return body;
    }

    private void nest(String index, String physical, IndexShape shape) throws IOException, UnmovableException {
        ObjectNode mapping = new NestedMapping(index, member(index).fields()).within(shape.mappings());
        if (isMissing(physical)) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.putObject("settings").set("index", shape.settingsOfNew());
            body.putObject("mappings")
                    .putObject(PROPERTIES)
                    .putObject(member(index).fields().indexField())
                    .put("type", "keyword")
                    .put("similarity", "boolean");
            create(physical, body);
            checkPipelines(index, physical, shape);
        }
        ClusterResponse answer = send("PUT", "/" + encoded(physical) + "/_mapping", mapping.toString());
        check(answer, "the mapping of index " + index);
    }

    private boolean isMissing(String physical) throws IOException {
        ClusterResponse answer = send("GET", "/" + encoded(physical) + "/_settings", null);
        if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
            throw new IOException("an index was not looked for: status " + answer.status());
        }
        return answer.status() == NOT_FOUND;
    }

    private void create(String physical, ObjectNode body) throws IOException, UnmovableException {
        ClusterResponse answer = send("PUT", "/" + encoded(physical), body.toString());
        boolean made = answer.status() == BAD_REQUEST && type(answer).equals("resource_already_exists_exception");
        if (!made) {
            check(answer, "index " + physical);
        }
    }

    // A new index has those that a template of its cluster gives it: this cluster may have none of that name, or
    // another one.
    private void checkPipelines(String index, String physical, IndexShape shape)
            throws IOException, UnmovableException {
        if (shape.pipelines().isEmpty()) {
            return;
        }
        ClusterResponse answer = send("GET", "/" + encoded(physical) + "/_settings", null);
        if (!answer.isSuccess()) {
            throw new IOException("the settings of an index were not read: status " + answer.status());
        }
        JsonNode settings = StoredJson.tree(answer.body()).path(physical).at("/settings/index");
        if (!shape.pipelines().equals(IndexShape.pipelines(settings))) {
            throw UnmovableException.ofPipelines(index, shape);
        }
    }

    /** Changes settings and the mapping of an index that is there, where something is to be changed. */
    void change(String index, ObjectNode settings, ObjectNode mapping) throws IOException, UnmovableException {
        String path = "/" + encoded(physical(index));
        if (!settings.isEmpty()) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            settings.properties().forEach(setting -> body.set("index." + setting.getKey(), setting.getValue()));
            List<String> keys =
                    settings.properties().stream().map(Map.Entry::getKey).toList();
            check(send("PUT", path + "/_settings", body.toString()), "a change of settings " + keys + of(index));
        }
        if (!mapping.isEmpty()) {
            ObjectNode body = layout.features() instanceof Features.Nested
                    ? new NestedMapping(index, member(index).fields()).within(mapping)
                    : mapping;
            check(send("PUT", path + "/_mapping", body.toString()), "a change of the mapping" + of(index));
        }
    }

    private static String of(String index) {
        return " of index " + index + ", which is there already and which you may delete there,";
    }

    /** Changes aliases, all of them or none. */
    void change(List<AliasChange> changes) throws IOException, UnmovableException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode actions = body.putArray("actions");
        for (AliasChange change : changes) {
            JsonNode definition = change.definition();
            ObjectNode action = actions.addObject().putObject(definition == null ? "remove" : "add");
            action.put("index", physical(change.index())).put("alias", physical(change.alias()));
            if (definition instanceof ObjectNode own) {
                action.setAll(own);
            }
        }
        String names = String.join(
                ", ", changes.stream().map(AliasChange::alias).collect(Collectors.toCollection(TreeSet::new)));
        check(send("POST", "/_aliases", body.toString()), "a change of the aliases " + names);
    }

    private static void check(ClusterResponse answer, String what) throws IOException, UnmovableException {
        if (answer.status() == BAD_REQUEST) {
            throw new UnmovableException(
                    what + " is refused in the other place: " + type(answer) + ": " + reason(answer));
        }
        if (!answer.isSuccess()) {
            throw new IOException(what + " was not made: status " + answer.status());
        }
    }

    private static String type(ClusterResponse answer) throws IOException {
        return StoredJson.tree(answer.body()).at("/error/type").asText();
    }

    /** Of an index: it may name fields, and quotes nothing of documents. */
    private static String reason(ClusterResponse answer) throws IOException {
        String reason = StoredJson.tree(answer.body()).at("/error/reason").asText();
        return reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    }

    private ClusterResponse send(String method, String target, @Nullable String body) throws IOException {
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        return cluster.send(
                method,
                RequestTarget.parse(target),
                body == null ? null : "application/json",
                bytes,
                ClusterReader.Bounds.of(TIMEOUT));
    }

    private static String encoded(String names) {
        return URLEncoder.encode(names, StandardCharsets.UTF_8)
                .replace("%2C", ",")
                .replace("%2A", "*");
    }
}
