package io.sluice.dist;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.ServerKind;

/**
 * The tenants' documents, as bulks for a server. The victim's are canaries, and so many that any count of them is
 * noticeable.
 */
final class EscapeDocuments {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int OWN_LOGS = 5;
    private static final int RICH = 20;

    private final EscapeLayout layout;
    private final boolean shapes;

    EscapeDocuments(EscapeLayout layout, ServerKind kind) {
        this.layout = layout;
        this.shapes = kind.isOpenSearch();
    }

    String bulkOf(String tenant) {
        StringBuilder bulk = new StringBuilder();
        switch (tenant) {
            case EscapeWorld.ATTACKER -> attackers(bulk);
            case EscapeWorld.OTHER -> others(bulk);
            default ->
                add(
                        bulk,
                        tenant,
                        "logs",
                        "1",
                        text("message", "yoyodyne overlap")
                                .put("code", "yoyodynecode")
                                .put("kind", "common"));
        }
        return bulk.toString();
    }

    private void attackers(StringBuilder bulk) {
        for (int i = 1; i <= OWN_LOGS; i++) {
            ObjectNode document = text("message", "acmeown" + i + " plain overlap words")
                    .put("code", "acmecode" + i)
                    .put("kind", i < 3 ? "common" : "acmekind")
                    .put("amount", i)
                    .put("when", "2026-01-0" + i)
                    .put("addr", "10.0.0." + i)
                    .put("place", "1,1");
            if (shapes) {
                document.put("area", "POINT(1 1)");
            }
            document.putObject("comments").put("text", "acmecomment").put("n", i);
            add(bulk, EscapeWorld.ATTACKER, "logs", String.valueOf(i), document);
        }
        // Only a document of the other has this word.
        ObjectNode question = text("note", "acmequestion");
        if (layout != EscapeLayout.NESTED) {
            question.putObject("question").putObject("match").put("message", "bword");
        }
        add(bulk, EscapeWorld.ATTACKER, "logs", "question", question);
        ObjectNode ask = text("note", "acmeask");
        if (layout != EscapeLayout.NESTED) {
            ask.put("bond", "ask");
        }
        add(bulk, EscapeWorld.ATTACKER, "logs", "ask1", ask);
        for (int i = 1; i <= 2; i++) {
            add(bulk, EscapeWorld.ATTACKER, "orders", String.valueOf(i), text("message", "acmeorder" + i));
        }
    }

    private void others(StringBuilder bulk) {
        for (int i = 0; i < EscapeWorld.LOGS; i++) {
            String id = switch (i) {
                case 6 -> "b1";
                case 7 -> "list";
                case 8 -> "vault7";
                case 9 -> "child";
                default -> String.valueOf(i + 1);
            };
            ObjectNode document = text("message", "zarquon" + i + " overlap shared words")
                    .put("code", "zarquoncode" + i % 40)
                    .put("kind", i < EscapeWorld.COMMON_LOGS ? "common" : "zarquonkind")
                    .put("amount", 771_733_170_000L + i)
                    .put("when", "1977-07-07")
                    .put("addr", "203.0.113.77")
                    .put("place", "77.7,-77.7");
            if (i < RICH) {
                enrich(document, id);
            }
            add(bulk, EscapeWorld.OTHER, "logs", id, document);
        }
        for (int i = 1; i <= EscapeWorld.ORDERS; i++) {
            add(bulk, EscapeWorld.OTHER, "orders", String.valueOf(i), text("message", "zarquonorder" + i));
        }
        if (layout == EscapeLayout.INDEX_PER_TENANT) {
            bulk.append(
                    "{\"index\":{\"_index\":\"globex.zarquonledger\",\"_id\":\"1\"}}\n{\"message\":\"zarquonsecret\"}\n");
        }
    }

    private void enrich(ObjectNode document, String id) {
        if (shapes) {
            document.put("area", "BBOX(0,80,80,0)");
        }
        document.put("hint", "zarquonhint" + id);
        document.putArray("codes").add("acmecode3").add("zarquoncode1");
        document.putObject("comments").put("text", "zarquoncomment").put("n", 771_733_170_000L);
        document.putObject("question").putObject("match").put(layout.fieldPrefix("logs") + "message", "overlap");
        if (layout != EscapeLayout.SHARED) {
            document.put("zarquonfield", "zarquonvalue");
        }
        if (id.equals("b1")) {
            document.put("message", "zarquonb bword overlap shared words");
        }
        if (layout == EscapeLayout.NESTED) {
            return;
        }
        switch (id) {
            case "b1" -> document.put("bond", "ask");
            // A child of the attacker's document where both are in one index.
            case "child" ->
                document.putObject("bond")
                        .put("name", "answer")
                        .put("parent", layout.documentId(EscapeWorld.ATTACKER, "logs", "ask1"));
            default -> {}
        }
    }

    private void add(StringBuilder bulk, String tenant, String base, String id, ObjectNode document) {
        ObjectNode action = MAPPER.createObjectNode();
        ObjectNode index = action.putObject("index")
                .put("_index", layout.index(tenant, base))
                .put("_id", layout.documentId(tenant, base, id));
        if (document.at("/bond/parent").isTextual()) {
            index.put("routing", document.at("/bond/parent").asText());
        }
        bulk.append(action)
                .append('\n')
                .append(layout.source(tenant, base, document))
                .append('\n');
    }

    private static ObjectNode text(String field, String value) {
        return MAPPER.createObjectNode().put(field, value);
    }
}
