package io.sluice.server;

/** Items of bulks whose sources say of which index they are, and how a cluster refuses those of an index without shards. */
final class SourcedItems {
    static final String NO_SHARD =
            "\"status\":503,\"error\":{\"type\":\"unavailable_shards_exception\",\"reason\":\"primary shard is not active\"}";

    private SourcedItems() {}

    static String item(String index, String id, String value) {
        return "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\"}}\n" + source(index, value) + "\n";
    }

    static String source(String index, String value) {
        return "{\"of\":\"" + index + "\",\"v\":\"" + value + "\"}";
    }

    static boolean isOf(String source, String index) {
        return source.contains("\"of\":\"" + index + "\"");
    }
}
