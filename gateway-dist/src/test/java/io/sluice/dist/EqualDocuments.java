package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.ServerKind;

/**
 * The documents of the equivalence test: all of one shape, with a few values and ids that all tenants share. The field
 * {@code uid} is unique among existing documents, so that a sort ending with it is total.
 */
final class EqualDocuments {

    /** The indices of each tenant, as the tenant calls them. */
    static final String LOGS = "logs";

    static final String ORDERS = "orders";

    /** An index that no tenant has. */
    static final String MISSING = "lost";

    /** The ids of {@code logs} and of {@code orders} go from 1 to this. */
    static final int IDS = 60;

    private final EqualDice dice;
    private final boolean openSearch;
    private final EqualLayout layout;
    private final EqualIndices indices;

    /** Makes documents of a layout, for servers of a kind. */
    EqualDocuments(EqualDice dice, ServerKind kind, EqualLayout layout) {
        this.dice = dice;
        this.layout = layout;
        this.indices = new EqualIndices(dice, layout);
        this.openSearch = kind.isOpenSearch();
    }

    /**
     * The definition of an index of either name. Where others' documents lie in it too, a score depends on the query
     * and the document only, so that scores can be compared all the same; what the whole index makes of them else is
     * for {@link EqualScores}.
     */
    ObjectNode index() {
        ObjectNode index = indexWithStatistics();
        if (!layout.ownFields()) {
            index.withObject("/settings").set("similarity", o("default", type("boolean")));
        }
        return index;
    }

    /** The same with a server's own similarity: a score depends on how often a word is in the documents. */
    ObjectNode indexWithStatistics() {
        ObjectNode properties = o(
                "uid", type("keyword"),
                "n", type("long"),
                "big", type("long"),
                "d", type("double"),
                "at", type("date"),
                "b", type("boolean"),
                "k", type("keyword"),
                "kk", o("type", "alias", "path", "k"),
                "tags", type("keyword"),
                "maybe", type("keyword"),
                "t", o("type", "text", "fields", o("raw", type("keyword"))),
                "tv", o("type", "text", "term_vector", "with_positions_offsets", "store", true),
                "fd", o("type", "text", "fielddata", true),
                "addr", type("ip"),
                "g", type("geo_point"),
                "span", type("integer_range"));
        properties.setAll(o(
                "items",
                o("type", "nested", "properties", o("k", type("keyword"), "n", type("long"), "t", type("text"))),
                "obj",
                o("properties", o("a", type("keyword"), "c", type("long"))),
                "sug",
                type("completion")));
        if (layout.joins()) {
            properties.set("link", o("type", "join", "relations", o("question", "answer")));
        }
        if (openSearch) {
            properties.set("rank", type("rank_feature"));
            properties.set("area", type("geo_shape"));
        }
        ObjectNode settings = o("number_of_shards", layout.shards(), "number_of_replicas", 0, "refresh_interval", "-1");
        return o("settings", settings, "mappings", o("dynamic", false, "properties", properties));
    }

    private static ObjectNode type(String type) {
        return o("type", type);
    }

    /** Which indices requests are for. */
    EqualIndices indices() {
        return indices;
    }

    String id() {
        return String.valueOf(dice.between(1, IDS));
    }

    /** A document without a relation to others. */
    ObjectNode document(String index, String id) {
        ObjectNode document = o(
                "uid",
                index + "-" + id,
                "n",
                dice.below(30),
                "big",
                9_007_199_254_740_993L + dice.below(5),
                "d",
                dice.decimal(),
                "at",
                dice.day(),
                "b",
                dice.in(2),
                "k",
                dice.word(),
                "tags",
                tags(),
                "t",
                dice.words(2, 9),
                "tv",
                dice.words(5, 30));
        document.put("addr", "10.0.0." + dice.below(40)).put("fd", dice.words(1, 3));
        document.set("g", dice.point());
        int first = dice.below(20);
        document.set("span", o("gte", first, "lte", first + dice.below(10)));
        document.set("items", items());
        document.set("obj", o("a", dice.word(), "c", dice.below(9)));
        document.set("sug", o("input", a(dice.word(), dice.word()), "weight", dice.between(1, 1000)));
        dice.sometimes(document, 2, "maybe", dice.word());
        dice.sometimes(document, 3, "note", o("free", "not mapped: " + dice.word(), "é \"q\"", 1.50));
        if (openSearch) {
            document.put("rank", dice.between(1, 50));
            document.put("area", "POINT (%d %d)".formatted(dice.between(-4, 4), dice.between(-4, 4)));
        }
        return document;
    }

    private ArrayNode tags() {
        ArrayNode tags = a();
        for (int i = dice.below(4); i > 0; i--) {
            tags.add(dice.word());
        }
        return tags;
    }

    private ArrayNode items() {
        ArrayNode items = a();
        for (int i = dice.below(4); i > 0; i--) {
            items.add(o("k", dice.word(), "n", dice.below(9), "t", dice.words(1, 4)));
        }
        return items;
    }

    /** A question, whose answers are found at its routing. */
    ObjectNode question(String id) {
        return document(LOGS, id).put("link", "question");
    }

    /** An answer to a question; its routing is the question's id, which is the first part of its own. */
    ObjectNode answer(String id) {
        ObjectNode document = document(LOGS, id);
        document.set("link", o("name", "answer", "parent", questionOf(id)));
        return document;
    }

    static String questionOf(String answerId) {
        return answerId.substring(0, answerId.indexOf('-'));
    }

    String questionId() {
        return "q" + dice.between(1, 6);
    }

    String answerId() {
        return questionId() + "-" + dice.between(1, 3);
    }
}
