package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A bulk response without what may differ between two executions of the same bulk: generated ids, uuids of indices,
 * sequence numbers, and the type that prefixes the text of an exception from another node.
 */
record BulkAnswer(boolean errors, List<JsonNode> items) {

    private static final Pattern BACKING_INDEX = Pattern.compile("\\.ds-(.+)-\\d{6}");
    private static final String ONLY_CREATE = "only write ops with an op_type of create are allowed in data streams";
    private static final Pattern SEQUENCE_NUMBER = Pattern.compile("seqNo \\[\\d+]");
    private static final String DRAWN = "drawn";

    /**
     * @param answer the response, which is modified
     * @param family of the indices that the bulk was sent to
     */
    static BulkAnswer of(JsonNode answer, MixedBulk bulk, String family) {
        List<JsonNode> items = new ArrayList<>();
        for (JsonNode item : answer.path("items")) {
            ObjectNode result = (ObjectNode) item.elements().next();
            if (bulk.drawsIdOf(items.size())) {
                String id = result.path("_id").asText();
                if (id.length() == 20) {
                    hide(result, id);
                }
            }
            result.remove("_seq_no");
            if (result.get("get") instanceof ObjectNode got) {
                got.remove("_seq_no");
            }
            items.add(comparable(item, family));
        }
        return new BulkAnswer(answer.path("errors").asBoolean(), items);
    }

    // Errors name the id too.
    private static void hide(ObjectNode result, String id) {
        for (Map.Entry<String, JsonNode> member : result.properties()) {
            if (member.getValue() instanceof ObjectNode inner) {
                hide(inner, id);
            } else if (member.getValue().isTextual()) {
                member.setValue(TextNode.valueOf(member.getValue().asText().replace(id, DRAWN)));
            }
        }
    }

    private static JsonNode comparable(JsonNode node, String family) {
        if (node instanceof ObjectNode object) {
            String type = object.path("type").asText() + ": ";
            if (object.path("reason").asText().equals(ONLY_CREATE)) {
                // Present if no item of the same bulk creates anything in the stream.
                object.remove("caused_by");
            }
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                switch (member.getKey()) {
                    case "index_uuid" -> member.setValue(TextNode.valueOf(DRAWN));
                    case "reason" ->
                        member.setValue(TextNode.valueOf(text(member.getValue().asText(), type, family)));
                    default -> member.setValue(comparable(member.getValue(), family));
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, comparable(array.get(i), family));
            }
        } else if (node.isTextual()) {
            // In a refused item, OpenSearch names the stream or its backing index, whichever it resolved last.
            String text = node.asText().replace(family, MixedBulk.PREFIX);
            return TextNode.valueOf(BACKING_INDEX.matcher(text).replaceAll("$1"));
        }
        return node;
    }

    private static String text(String reason, String type, String family) {
        String own = reason.startsWith(type) ? reason.substring(type.length()) : reason;
        return SEQUENCE_NUMBER.matcher(own.replace(family, MixedBulk.PREFIX)).replaceAll("seqNo []");
    }
}
