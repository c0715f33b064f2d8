package io.sluice.index.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says a mapping in the target's words. What it does not know is left as it is, for the target to refuse. For one mapping and
 * thread.
 */
final class MappingTranslation {
    private static final List<String> PREFIX_TREE =
            List.of("tree", "tree_levels", "precision", "distance_error_pct", "points_only", "strategy");
    private static final String VECTORS = "vectors";

    private final Server source;
    private final Server target;
    private final Findings findings;
    private boolean vectors;

    MappingTranslation(Server source, Server target, Findings findings) {
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /** Whether the mapping now has vectors that OpenSearch has to be told to index. */
    boolean hasVectors() {
        return vectors;
    }

    /** A copy in the target's words. */
    ObjectNode translate(JsonNode mapping) {
        ObjectNode root = mapping.isObject() ? mapping.<ObjectNode>deepCopy() : JsonNodeFactory.instance.objectNode();
        for (String removed : List.of("_all", "_default_", "_inference_fields", "_data_stream_timestamp")) {
            if (root.remove(removed) != null) {
                findings.told(removed, "is left out, since the target has no such thing");
            }
        }
        if (target.elasticsearchSince(8, 0) && root.remove("_field_names") != null) {
            findings.told("_field_names", "is left out; the target always has what it asks for");
        }
        runtime(root);
        source(root);
        if (!target.openSearch() && root.remove("composite") != null) {
            findings.told("composite", "is left out; it makes aggregations faster, and changes none");
        }
        object(root, "");
        for (JsonNode template : root.path("dynamic_templates")) {
            for (Map.Entry<String, JsonNode> member : template.properties()) {
                if (member.getValue().path("mapping") instanceof ObjectNode field) {
                    ObjectNode made = field(field, "dynamic_templates." + member.getKey(), false);
                    ((ObjectNode) member.getValue()).set("mapping", Objects.requireNonNull(made));
                }
            }
        }
        return root;
    }

    private void runtime(ObjectNode root) {
        if (!target.elasticsearchSince(7, 11) && root.path("runtime").size() > 0 && root.remove("runtime") != null) {
            findings.loss("runtime-fields", "runtime", "is left out: searches do not find these fields");
        }
        if (!target.openSearchSince(2, 15) && root.path("derived").size() > 0 && root.remove("derived") != null) {
            findings.loss("derived-fields", "derived", "is left out: searches do not find these fields");
        }
    }

    private void source(ObjectNode root) {
        if (root.path("_source") instanceof ObjectNode source
                && source.has("mode")
                && !target.elasticsearchSince(8, 4)
                && source.remove("mode") != null) {
            findings.told("_source.mode", "is left out: the target stores sources as they come");
        }
    }

    // An object, a nested object or the root.
    private void object(ObjectNode object, String path) {
        String dynamic = object.path("dynamic").asText();
        if (dynamic.equals("runtime") && !target.elasticsearchSince(7, 11)) {
            object.put("dynamic", true);
            findings.loss("runtime-fields", at(path, "dynamic"), "is true instead of runtime: new fields are indexed");
        } else if (dynamic.endsWith("_allow_templates") && !target.openSearch()) {
            object.put("dynamic", dynamic.startsWith("strict") ? "strict" : "false");
            findings.loss("dynamic", at(path, "dynamic"), "does not allow templates any more");
        }
        if (object.has("subobjects") && !target.elasticsearchSince(8, 3) && object.remove("subobjects") != null) {
            findings.loss("subobjects", at(path, "subobjects"), "is left out: names with dots become objects");
        }
        properties(object, "properties", path);
    }

    private void properties(ObjectNode owner, String member, String path) {
        if (!(owner.path(member) instanceof ObjectNode fields)) {
            return;
        }
        for (String name : names(fields)) {
            if (fields.get(name) instanceof ObjectNode field) {
                ObjectNode made = field(field, at(path, name), member.equals("fields"));
                if (made == null) {
                    fields.remove(name);
                } else {
                    fields.set(name, made);
                }
            }
        }
    }

    private static List<String> names(ObjectNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    // Null if it is to be left out, which only a field beside another can be.
    private @Nullable ObjectNode field(ObjectNode field, String path, boolean beside) {
        String type = field.path("type").asText("object");
        if (type.equals("object") || type.equals("nested")) {
            object(field, path);
            return field;
        }
        parameters(field, type, path);
        properties(field, "fields", path);
        if (type.equals("dense_vector") && target.openSearch() || type.equals("knn_vector") && !target.openSearch()) {
            return vector(field, type, path, beside);
        }
        vectors |= type.equals("knn_vector");
        FieldTypes.Type missing = FieldTypes.missingAt(type, source, target);
        if (missing == null) {
            return field;
        }
        if (missing.substitute().equals(FieldTypes.UNSEARCHED)) {
            return unsearched(type, type, path, beside);
        }
        return substitute(field, type, missing, path);
    }

    private ObjectNode substitute(ObjectNode field, String type, FieldTypes.Type missing, String path) {
        ObjectNode made = JsonNodeFactory.instance.objectNode().put("type", missing.substitute());
        boolean keyword = missing.substitute().equals("keyword");
        for (String kept : List.of("fields", "copy_to", "meta")) {
            if (field.has(kept)) {
                made.set(kept, field.get(kept));
            }
        }
        if (keyword && field.has("ignore_above")) {
            made.set("ignore_above", field.get("ignore_above"));
        }
        String words = "is " + missing.substitute() + " instead of " + type;
        if (missing.alike()) {
            findings.told(path, words);
        } else {
            findings.loss(type, path, words);
        }
        return made;
    }

    private @Nullable ObjectNode unsearched(String code, String type, String path, boolean beside) {
        findings.loss(code, path, "of type " + type + " is kept in the source only, and not searched");
        return beside
                ? null
                : JsonNodeFactory.instance.objectNode().put("type", "object").put("enabled", false);
    }

    private @Nullable ObjectNode vector(ObjectNode field, String type, String path, boolean beside) {
        ObjectNode made =
                target.openSearch() ? VectorFields.toOpenSearch(field) : VectorFields.toElasticsearch(field, target);
        if (made == null) {
            return unsearched(VECTORS, type, path, beside);
        }
        vectors |= target.openSearch();
        findings.told(
                path, "is " + made.path("type").asText() + " instead of " + type + ", indexed as the target does");
        return made;
    }

    private void parameters(ObjectNode field, String type, String path) {
        field.remove("include_in_all");
        if (target.elasticsearchSince(8, 0) && field.remove("boost") != null) {
            findings.loss("boost", at(path, "boost"), "is left out: scores change");
        }
        for (String series : List.of("time_series_dimension", "time_series_metric")) {
            if (!target.elasticsearchSince(8, 0) && field.remove(series) != null) {
                findings.loss("time-series", at(path, series), "is left out");
            }
        }
        if (target.openSearch() && field.remove("script") != null) {
            field.remove("on_script_error");
            findings.loss("field-script", at(path, "script"), "is left out: the field is taken from the source");
        }
        if (!target.elasticsearchSince(8, 16)) {
            field.remove("synthetic_source_keep");
        }
        if (type.equals("version") && !target.openSearch()) {
            field.remove(List.of("index", "doc_values", "store"));
        }
        if (type.equals("geo_shape") && target.elasticsearchSince(8, 0) && removeAll(field, PREFIX_TREE)) {
            findings.told(path, "is indexed without a prefix tree, which the target does not make any more");
        }
    }

    private static boolean removeAll(ObjectNode field, List<String> names) {
        int before = field.size();
        field.remove(names);
        return field.size() < before;
    }

    private static String at(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
