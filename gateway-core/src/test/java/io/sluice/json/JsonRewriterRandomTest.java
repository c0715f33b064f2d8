package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonTemplate;
import io.sluice.api.JsonVisitor;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Edits chosen by the path, done by the rewriter while a text streams and by Jackson on a tree: the results must be the same. */
@Tag("slow")
class JsonRewriterRandomTest {

    private static final String BEFORE = "\"é.";
    private static final Json MORE = Json.string(BEFORE);
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final JsonTemplate.Filled TEMPLATE =
            JsonTemplate.parse("{\"w\":[1,@v],\"s\":$s}").fill(Map.of("s", "\"\\\n"));
    private static final Json OTHER = Json.parse("{\"r\":[true,\"x\"]}");
    private static final JsonMember ADDED = new JsonMember("added \"é", Json.number(7));

    @Test
    void editsAsATreeWouldAtEverySplit() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            String text = RandomJson.text(random);
            int salt = random.nextInt();
            byte[] bytes = text.getBytes(UTF_8);
            JsonNode expected = edited(MAPPER.readTree(bytes), "", salt);
            List<CollectingSink> results =
                    Feed.everySplit(() -> new JsonRewriter(new ByPath(salt), JsonLimits.DEFAULT), bytes, random);
            String first = results.getFirst().text();
            assertThat(MAPPER.readTree(first))
                    .as("seed %d salt %d: %s", seed, salt, text)
                    .isEqualTo(expected);
            for (CollectingSink result : results) {
                assertThat(result.text())
                        .as("seed %d salt %d: %s", seed, salt, text)
                        .isEqualTo(first);
            }
        }
    }

    @Test
    void leavesEveryByteOfAnUneditedTextAlone() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 700; round++) {
            byte[] bytes = RandomJson.text(random).getBytes(UTF_8);
            boolean descend = random.nextBoolean();
            for (CollectingSink result : Feed.everySplit(
                    () -> new JsonRewriter(
                            at -> descend ? JsonEdit.descend() : JsonEdit.verbatim(), JsonLimits.DEFAULT),
                    bytes,
                    random)) {
                assertThat(result.bytes()).as("seed %d", seed).isEqualTo(bytes);
            }
        }
    }

    private enum Choice {
        DESCEND,
        VERBATIM,
        REPLACE,
        WRAP,
        WRAP_INSIDE,
        DROP,
        RENAME,
        RENAME_AND_REPLACE,
        LENGTHEN_NAME,
        LENGTHEN_NAME_AND_REPLACE,
        LENGTHEN,
        UNWRAP,
        PRUNE,
        RENAME_AND_PRUNE
    }

    private static Choice choice(String pointer, boolean object, int salt) {
        int hash = (pointer.hashCode() ^ salt) * 0x9E3779B9 >>> 8;
        Choice choice = hash % 3 != 0 ? Choice.DESCEND : Choice.values()[hash / 3 % Choice.values().length];
        boolean member = pointer.startsWith("\u0001m");
        return switch (choice) {
            case RENAME, RENAME_AND_REPLACE, RENAME_AND_PRUNE, LENGTHEN_NAME, LENGTHEN_NAME_AND_REPLACE ->
                member ? choice : Choice.DESCEND;
            case DROP -> pointer.isEmpty() ? Choice.DESCEND : choice;
            case UNWRAP -> object ? choice : Choice.DESCEND;
            default -> choice;
        };
    }

    private static boolean adds(String pointer, int salt) {
        return ((pointer.hashCode() * 31 ^ salt) * 0x85EBCA6B >>> 8) % 4 == 0;
    }

    /** Reads its own choices off the cursor: every name and value it sees must be right. */
    private record ByPath(int salt) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            if (at.depth() > 0 && unwraps(at, at.depth() - 1)) {
                return JsonEdit.descend();
            }
            return switch (choice(path(at), at.kind() == JsonKind.OBJECT, salt)) {
                case DESCEND -> JsonEdit.descend();
                case VERBATIM -> JsonEdit.verbatim();
                case REPLACE -> new JsonEdit.Replace(OTHER);
                case WRAP -> new JsonEdit.Wrap(TEMPLATE);
                case WRAP_INSIDE -> new JsonEdit.Wrap(TEMPLATE, JsonEdit.descend());
                case DROP -> JsonEdit.drop();
                case PRUNE -> JsonEdit.prune();
                case RENAME -> new JsonEdit.Rename(at.name() + "\"é");
                case RENAME_AND_REPLACE -> new JsonEdit.Rename(at.name() + "!", new JsonEdit.Replace(OTHER));
                case RENAME_AND_PRUNE -> new JsonEdit.Rename(at.name() + "!", JsonEdit.prune());
                case LENGTHEN_NAME -> new JsonSplice.LengthenName(MORE, JsonEdit.descend());
                case LENGTHEN_NAME_AND_REPLACE -> new JsonSplice.LengthenName(MORE, new JsonEdit.Replace(OTHER));
                case LENGTHEN -> at.kind() == JsonKind.STRING ? new JsonSplice.Lengthen(MORE) : JsonEdit.descend();
                case UNWRAP -> new JsonSplice.Unwrap("1name", OTHER);
            };
        }

        // What is put in the place of an object was not asked what it would have chosen itself.
        private boolean unwraps(JsonCursor at, int level) {
            boolean object = at.nameAt(level + 1) != null;
            return choice(path(at, level), object, salt) == Choice.UNWRAP && (level == 0 || !unwraps(at, level - 1));
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return adds(path(at), salt) ? List.of(ADDED) : List.of();
        }

        private static String path(JsonCursor at) {
            return path(at, at.depth());
        }

        // Elements have no place in it: the cursor knows the positions of the innermost only.
        private static String path(JsonCursor at, int depth) {
            StringBuilder path = new StringBuilder();
            for (int level = 1; level <= depth; level++) {
                String name = at.nameAt(level);
                path.append(name == null ? "\u0001e" : "\u0001m" + name);
            }
            return path.isEmpty() ? "" : last(path.toString()) + path;
        }
    }

    // Whether the value is a member is told by how the path begins.
    private static String last(String path) {
        return path.substring(path.lastIndexOf("\u0001"), path.lastIndexOf("\u0001") + 2);
    }

    private static JsonNode edited(JsonNode node, String path, int salt) {
        Choice choice = choice(path.isEmpty() ? "" : last(path) + path, node.isObject(), salt);
        return switch (choice) {
            case VERBATIM -> node;
            case REPLACE, RENAME_AND_REPLACE, LENGTHEN_NAME_AND_REPLACE -> tree(OTHER.toString());
            case WRAP -> wrapped(node);
            case WRAP_INSIDE -> wrapped(inside(node, path, salt));
            case UNWRAP -> unwrapped(node, path, salt);
            case LENGTHEN -> node.isTextual() ? TextNode.valueOf(BEFORE + node.textValue()) : inside(node, path, salt);
            default -> inside(node, path, salt);
        };
    }

    private static JsonNode unwrapped(JsonNode node, String path, int salt) {
        JsonNode member = node.get("1name");
        return member == null ? tree(OTHER.toString()) : inside(member, path + "\u0001m1name", salt);
    }

    private static JsonNode wrapped(JsonNode node) {
        ObjectNode result = (ObjectNode) tree("{\"w\":[1],\"s\":\"\\\"\\\\\\n\"}");
        ((ArrayNode) result.get("w")).add(node);
        return result;
    }

    private static String renamed(String name, Choice choice) {
        return switch (choice) {
            case RENAME -> name + "\"é";
            case RENAME_AND_REPLACE, RENAME_AND_PRUNE -> name + "!";
            case LENGTHEN_NAME, LENGTHEN_NAME_AND_REPLACE -> BEFORE + name;
            default -> name;
        };
    }

    private static boolean isPruned(Choice choice, JsonNode original, JsonNode kept) {
        boolean prunes = choice == Choice.PRUNE || choice == Choice.RENAME_AND_PRUNE;
        return prunes && kept.isContainerNode() && kept.isEmpty() && !original.isEmpty();
    }

    private static JsonNode inside(JsonNode node, String path, int salt) {
        if (node.isObject()) {
            ObjectNode result = MAPPER.createObjectNode();
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                String child = path + "\u0001m" + member.getKey();
                Choice choice = choice("\u0001m" + child, member.getValue().isObject(), salt);
                JsonNode kept = choice == Choice.DROP ? null : edited(member.getValue(), child, salt);
                if (kept != null && !isPruned(choice, member.getValue(), kept)) {
                    result.set(renamed(member.getKey(), choice), kept);
                }
            }
            if (adds(path.isEmpty() ? "" : last(path) + path, salt)) {
                result.put(ADDED.name(), 7);
            }
            return result;
        }
        if (node.isArray()) {
            ArrayNode result = MAPPER.createArrayNode();
            for (JsonNode element : node) {
                Choice choice = choice("\u0001e" + path + "\u0001e", element.isObject(), salt);
                JsonNode kept = choice == Choice.DROP ? null : edited(element, path + "\u0001e", salt);
                if (kept != null && !isPruned(choice, element, kept)) {
                    result.add(kept);
                }
            }
            return result;
        }
        return node;
    }

    private static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
