package io.sluice.bench.stub.bulk;

import io.sluice.api.BulkOperation;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Objects;

/** The constant parts of answer items, in the form that servers before 8 ({@code _type}) or since 8 send. */
final class ItemTemplates {
    private static final String REJECTED =
            "\",\"status\":429,\"error\":{\"type\":\"es_rejected_execution_exception\",\"reason\":\"rejected execution of "
                    + "coordinating operation [coordinating_and_primary_bytes=0, replica_bytes=0, all_bytes=0, "
                    + "coordinating_operation_bytes=0, max_coordinating_and_primary_bytes=0]\"}}}";

    /** Ends an item that was not executed. */
    final byte[] rejected = utf8(REJECTED);

    private final EnumMap<ItemOutcome, byte[]> results = new EnumMap<>(ItemOutcome.class);
    private final EnumMap<ItemOutcome, byte[]> tails = new EnumMap<>(ItemOutcome.class);
    private final String beforeId;

    ItemTemplates(boolean typed) {
        beforeId = typed ? "\",\"_type\":\"_doc\",\"_id\":\"" : "\",\"_id\":\"";
        for (ItemOutcome outcome : ItemOutcome.values()) {
            tails.put(outcome, utf8(",\"_primary_term\":1,\"status\":" + outcome.status() + "}}"));
            results.put(
                    outcome,
                    utf8("\",\"_version\":" + outcome.version() + ",\"result\":\"" + outcome.result()
                            + "\",\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"_seq_no\":"));
        }
    }

    /** A comma, and what an item of that index begins with, up to its id. */
    byte[] head(BulkOperation operation, String index) {
        return utf8(",{\"" + operation.key() + "\":{\"_index\":\"" + index + beforeId);
    }

    /** What follows the id, up to the sequence number. */
    byte[] result(ItemOutcome outcome) {
        return Objects.requireNonNull(results.get(outcome));
    }

    /** What follows the sequence number. */
    byte[] tail(ItemOutcome outcome) {
        return Objects.requireNonNull(tails.get(outcome));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
