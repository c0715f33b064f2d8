package io.sluice.index.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.Server;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of vectors, which the products describe differently. Stateless. */
final class VectorFields {
    private static final Map<String, String> SPACES = Map.of(
            "l2_norm",
            "l2",
            "cosine",
            "cosinesimil",
            "dot_product",
            "innerproduct",
            "max_inner_product",
            "innerproduct");
    private static final Map<String, String> SIMILARITIES =
            Map.of("l2", "l2_norm", "cosinesimil", "cosine", "innerproduct", "max_inner_product");
    private static final Map<String, String> ELEMENTS = Map.of("float", "float", "byte", "byte", "bit", "binary");

    private VectorFields() {}

    /** Elasticsearch's in OpenSearch's words; null if they have none. */
    static @Nullable ObjectNode toOpenSearch(ObjectNode field) {
        String element = ELEMENTS.get(field.path("element_type").asText("float"));
        if (!field.path("dims").isIntegralNumber() || element == null) {
            return null;
        }
        ObjectNode vector = JsonNodeFactory.instance.objectNode().put("type", "knn_vector");
        vector.set("dimension", field.get("dims"));
        if (!element.equals("float")) {
            vector.put("data_type", element);
        }
        String space = SPACES.get(field.path("similarity").asText("cosine"));
        if (space != null && !element.equals("binary")) {
            vector.put("space_type", space);
        }
        return vector;
    }

    /** OpenSearch's in Elasticsearch's words; null if they have none. */
    static @Nullable ObjectNode toElasticsearch(ObjectNode field, Server target) {
        String element = field.path("data_type").asText("float");
        if (!field.path("dimension").isIntegralNumber() || element.equals("binary")) {
            return null;
        }
        ObjectNode vector = JsonNodeFactory.instance.objectNode().put("type", "dense_vector");
        vector.set("dims", field.get("dimension"));
        if (!target.elasticsearchSince(8, 0)) {
            return vector;
        }
        JsonNode space = field.has("space_type") ? field.path("space_type") : field.at("/method/space_type");
        String similarity = SIMILARITIES.get(space.asText("l2"));
        if (similarity == null || similarity.equals("max_inner_product") && !target.elasticsearchSince(8, 11)) {
            return null;
        }
        if (element.equals("byte")) {
            vector.put("element_type", element);
        }
        return vector.put("index", true).put("similarity", similarity);
    }
}
