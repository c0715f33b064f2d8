package io.sluice.dist;

import java.util.List;
import java.util.Random;

/**
 * Names whose targets change: two aliases that move, an index that is recreated with a different number of shards, and
 * an index that is replaced by an alias. For one thread.
 */
final class MovingNames {
    private static final String MAPPINGS =
            "\"mappings\":{\"properties\":{\"n\":{\"type\":\"long\"},\"t\":{\"type\":\"keyword\"}}}";
    private static final String SETTINGS =
            "\"settings\":{\"number_of_shards\":%d,\"number_of_replicas\":0,\"index.gc_deletes\":\"10h\"}";

    private final ServerPlaces server;
    private final String family;
    private int rollovers = 1;

    MovingNames(ServerPlaces server, String family) throws Exception {
        this.server = server;
        this.family = family;
        create("-a", 3, "");
        create("-b", 7, "");
        create("-again", 3, ",\"aliases\":{\"" + family + "-too\":{}}");
        create("-place", 2, "");
        create("-roll-000001", 3, ",\"aliases\":{\"" + family + "-roll\":{\"is_write_index\":true}}");
        aliases(add("-a", "-al"));
    }

    /** What can happen to the names. */
    enum Change {
        NOTHING,
        ALIAS_MOVES,
        ALIAS_ROLLS_OVER,
        INDEX_IS_MADE_ANEW,
        ALIAS_TAKES_THE_PLACE_OF_AN_INDEX,
        ALIAS_MOVES_BACK,
        INDEX_TAKES_THE_PLACE_OF_AN_ALIAS
    }

    /** The names that bulks use, those of indices that came by rolling over among them. */
    List<String> names() {
        return List.of("-al", "-a", "-b", "-again", "-too", "-place", "-roll", roll(1), roll(rollovers));
    }

    void make(Change change) throws Exception {
        switch (change) {
            case NOTHING -> {}
            case ALIAS_MOVES -> aliases(remove("-a", "-al") + "," + add("-b", "-al"));
            case ALIAS_MOVES_BACK -> aliases(remove("-b", "-al") + "," + add("-a", "-al"));
            case ALIAS_ROLLS_OVER -> rollOver();
            case INDEX_IS_MADE_ANEW -> makeAnew(8);
            case ALIAS_TAKES_THE_PLACE_OF_AN_INDEX -> {
                server.send("DELETE", "/" + family + "-place", "");
                aliases(add("-b", "-place"));
            }
            case INDEX_TAKES_THE_PLACE_OF_AN_ALIAS -> {
                aliases(remove("-b", "-place"));
                create("-place", 5, "");
            }
        }
    }

    /** Deletes an index and its alias, and makes both again with another number of shards. */
    void makeAnew(int shards) throws Exception {
        server.send("DELETE", "/" + family + "-again", "");
        create("-again", shards, ",\"aliases\":{\"" + family + "-too\":{}}");
    }

    private void rollOver() throws Exception {
        rollovers++;
        server.send(
                "POST",
                "/" + family + "-roll/_rollover",
                "{" + SETTINGS.formatted(2 + rollovers % 6) + "," + MAPPINGS + "}");
    }

    private static String roll(int number) {
        return "-roll-%06d".formatted(number);
    }

    private void create(String name, int shards, String more) throws Exception {
        server.send(
                "PUT",
                "/" + family + name + "?wait_for_active_shards=1",
                "{" + SETTINGS.formatted(shards) + "," + MAPPINGS + more + "}");
    }

    private void aliases(String actions) throws Exception {
        server.send("POST", "/_aliases", "{\"actions\":[" + actions + "]}");
    }

    private String add(String index, String alias) {
        return action("add", index, alias);
    }

    private String remove(String index, String alias) {
        return action("remove", index, alias);
    }

    private String action(String what, String index, String alias) {
        return "{\"%s\":{\"index\":\"%s\",\"alias\":\"%s\"}}".formatted(what, family + index, family + alias);
    }

    /** An operation on a document, of which the source says that it is the n-th. */
    static String item(Random random, String index, String id, int n) {
        String keys = "{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\"";
        return switch (random.nextInt(6)) {
            case 0, 1 -> "{\"index\":" + keys + "}}\n{\"n\":" + n + "}\n";
            case 2 -> "{\"create\":" + keys + "}}\n{\"n\":" + n + "}\n";
            case 3 -> "{\"delete\":" + keys + "}}\n";
            case 4 -> "{\"update\":" + keys + "}}\n{\"doc\":{\"n\":" + n + ",\"t\":\"" + n + "\"}}\n";
            default -> "{\"update\":" + keys + "}}\n{\"doc\":{\"n\":" + n + "},\"upsert\":{\"n\":" + n + "}}\n";
        };
    }
}
