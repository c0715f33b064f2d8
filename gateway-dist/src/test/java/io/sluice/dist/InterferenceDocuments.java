package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Documents of one tenant, mixed with other tenants' documents in the same segments and shards. They bypass the
 * gateway, so that each bulk makes one segment per shard, in the order of its lines.
 */
final class InterferenceDocuments {

    static final String TENANT = "acme";

    static final List<String> INDICES = List.of(EqualDocuments.LOGS, EqualDocuments.ORDERS);

    /** Words that only others have. */
    static final List<String> SECRETS = List.of("hunter", "ambergris", "zebra", "aardvark");

    private static final List<String> OTHERS = List.of("globex", "beta");
    private static final int SEGMENTS = 4;
    private static final int OWN_IN_A_SEGMENT = 9;

    /** Fields that the tenant has in only one of its indices, and others have in both. */
    private static final List<String> IN_LOGS_ONLY = List.of("items", "span", "fd", "dn");

    private static final String KEY = "uid";

    private final EqualDice dice;
    private final EqualDocuments documents;
    private final int shards;
    private final List<Bulk> bulks = new ArrayList<>();
    private int written;

    /**
     * One bulk.
     *
     * @param alone its lines for the tenant's documents
     * @param beside the same lines among those for documents of others
     */
    record Bulk(String alone, String beside) {}

    /** Draws documents for indices of so many shards. */
    InterferenceDocuments(EqualDice dice, ServerKind kind, int shards) {
        this.dice = dice;
        this.documents = new EqualDocuments(dice, kind, EqualLayout.SHARED_CONSTANT);
        this.shards = shards;
        for (int i = 0; i < SEGMENTS; i++) {
            bulks.add(segment(i));
        }
        bulks.add(deletions());
    }

    /** What makes either index. */
    ObjectNode index() {
        ObjectNode index = documents.indexWithStatistics();
        ObjectNode properties = index.withObject("/mappings/properties");
        properties.set(EscapeLayout.TENANT_FIELD, o("type", "keyword"));
        properties.set("dn", o("type", "date_nanos"));
        properties.set("plain", o("type", "text", "norms", false));
        properties.set("theirs", o("type", "keyword"));
        properties.set("theirText", o("type", "text"));
        properties.set("theirNumber", o("type", "long"));
        properties.set("theirDate", o("type", "date"));
        properties.set("theirPoint", o("type", "geo_point"));
        index.withObject("/settings").put("number_of_shards", shards);
        // Automatic merges would change the order of documents at any time.
        index.withObject("/settings").put("index.merge.policy.segments_per_tier", 200);
        index.withObject("/settings").put("index.merge.policy.max_merge_at_once", 200);
        return index;
    }

    /** In the order in which they are written, with a refresh after each. */
    List<Bulk> bulks() {
        return bulks;
    }

    private Bulk segment(int number) {
        StringBuilder alone = new StringBuilder();
        StringBuilder beside = new StringBuilder();
        for (int i = 1; i <= OWN_IN_A_SEGMENT; i++) {
            for (String index : INDICES) {
                String id = String.valueOf(number * OWN_IN_A_SEGMENT + i);
                others(index, beside);
                String own = lines(TENANT, index, id, own(index, id));
                alone.append(own);
                beside.append(own);
            }
        }
        INDICES.forEach(index -> others(index, beside));
        return new Bulk(alone.toString(), beside.toString());
    }

    /** The tenant and the others each delete some documents. */
    private Bulk deletions() {
        StringBuilder own = new StringBuilder();
        for (int id = 5; id < SEGMENTS * OWN_IN_A_SEGMENT; id += 11) {
            own.append(deletion(TENANT, EqualDocuments.LOGS, String.valueOf(id)));
        }
        StringBuilder theirs = new StringBuilder();
        for (int id = 1; id < written; id += dice.between(2, 6)) {
            for (String index : INDICES) {
                theirs.append(deletion(OTHERS.get(id % OTHERS.size()), index, String.valueOf(id)));
            }
        }
        return new Bulk(own.toString(), own.toString() + theirs);
    }

    private static String deletion(String tenant, String index, String id) {
        return o("delete", o("_index", index, "_id", EscapeLayout.SHARED.documentId(tenant, index, id))) + "\n";
    }

    private static String lines(String tenant, String index, String id, ObjectNode document) {
        ObjectNode action = o("index", o("_index", index, "_id", EscapeLayout.SHARED.documentId(tenant, index, id)));
        return action + "\n" + EscapeLayout.SHARED.source(tenant, index, document) + "\n";
    }

    /** A document of the tenant, without some fields, or with several values in one. */
    private ObjectNode own(String index, String id) {
        ObjectNode document = documents.document(index, id);
        document.put("dn", dice.day()).put("plain", dice.words(1, 4));
        if (dice.in(8)) {
            document.set("n", a(dice.below(30), dice.below(30)));
        }
        if (index.equals(EqualDocuments.ORDERS)) {
            document.remove(IN_LOGS_ONLY);
        }
        return without(document, 6);
    }

    private ObjectNode without(ObjectNode document, int one) {
        List<String> names = new ArrayList<>();
        document.fieldNames().forEachRemaining(names::add);
        names.stream().filter(name -> !name.equals(KEY) && dice.in(one)).forEach(document::remove);
        return document;
    }

    private void others(String index, StringBuilder lines) {
        for (int i = dice.below(4); i > 0; i--) {
            written++;
            String id = String.valueOf(written);
            ObjectNode document = documents.document(index, "x" + id);
            if (dice.in(2)) {
                document.setAll(far());
            }
            lines.append(lines(OTHERS.get(written % OTHERS.size()), index, id, without(document, dice.between(2, 9))));
        }
    }

    /** Values beyond all of the tenant's, and words that it does not have. */
    private ObjectNode far() {
        String secret = dice.of(SECRETS);
        ObjectNode far = o(
                "n",
                dice.of(-1_000_000, 4711, 5_000_000_000L),
                "d",
                dice.of(-1e12, 1e12),
                "at",
                dice.of("1951-02-03T04:05:06Z", "2027-05-06T07:08:09Z", "9999-01-01"),
                "dn",
                dice.of("1971-01-01", "2261-01-01"),
                "k",
                dice.of(a(secret, "amber"), a(secret)),
                "tags",
                a(secret, dice.word()),
                "maybe",
                secret,
                "t",
                secret + " " + dice.words(1, 3) + " " + secret,
                "tv",
                dice.words(1, 3) + " " + secret,
                "fd",
                secret);
        far.put("plain", secret + " " + dice.word()).put("addr", dice.of("::1", "255.255.255.255"));
        far.set("g", o("lat", dice.of(-89, 89), "lon", dice.of(-179, 179)));
        far.set("span", o("gte", -500, "lte", 500));
        far.set("obj", o("a", secret, "c", dice.of(-9, 999)));
        far.set("items", a(o("k", secret, "n", 9000), o("n", -9000, "t", secret), o("k", dice.word()), o("t", secret)));
        far.put("theirs", secret).put("theirText", secret + " amber").put("theirNumber", dice.below(99));
        far.put("theirDate", "2040-01-01").set("theirPoint", dice.point());
        return far;
    }

    /** The fields that requests may name. */
    static Set<String> fields() {
        return Set.of(
                "n",
                "big",
                "d",
                "at",
                "b",
                "k",
                "kk",
                "tags",
                "maybe",
                "t",
                "t.raw",
                "tv",
                "fd",
                "addr",
                "g",
                "span",
                "items.k",
                "items.n",
                "items.t",
                "obj.a",
                "obj.c",
                "dn",
                "plain",
                "theirs",
                "theirText",
                "theirNumber",
                "theirDate",
                "theirPoint",
                KEY);
    }
}
