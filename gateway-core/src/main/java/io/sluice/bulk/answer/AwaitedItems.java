package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkOperation;
import io.sluice.json.JsonBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a write whose items were accepted, and were perhaps executed while the client waited: each with its true result, or as
 * accepted. For one request; not safe from several threads.
 */
public final class AwaitedItems {
    private static final String STATUS = "status";
    private static final String ERROR = "error";
    private static final Set<String> OPERATIONS =
            Arrays.stream(BulkOperation.values()).map(BulkOperation::key).collect(Collectors.toUnmodifiableSet());
    /** What an item takes beside its texts, with its result, about. */
    private static final int ITEM = 320;

    private final Acceptance acceptance;
    private final List<Item> items = new ArrayList<>();
    private final ItemResult result = new ItemResult();
    private long size;

    /** An item, and its result in the form {@code {"index":{...}}} once there is one. */
    private static final class Item {
        private final BulkOperation operation;
        private final String index;
        private final String id;
        private byte @Nullable [] result;

        private Item(BulkOperation operation, String index, String id) {
            this.operation = operation;
            this.index = index;
            this.id = id;
        }
    }

    /**
     * The answer to the write of one document.
     *
     * @param status of the answer
     */
    // Answers are written, never compared.
    @SuppressWarnings("ArrayRecordComponent")
    public record Single(int status, byte[] body) {}

    public AwaitedItems(Acceptance acceptance) {
        this.acceptance = acceptance;
    }

    /** Adds the next item; its number is how many there were before. */
    public void add(BulkOperation operation, String index, String id) {
        items.add(new Item(operation, index, id));
        size += ITEM + index.length() + id.length();
    }

    /** How many items there are. */
    public int count() {
        return items.size();
    }

    /** How many bytes the items take, about. */
    public long size() {
        return size;
    }

    /**
     * An item has a result.
     *
     * @param told what the server said of it, as an item of its answer, or as its answer to a bulk of this item alone
     */
    public void finished(int number, int status, byte[] told) {
        Item item = items.get(number);
        Map<String, String> members = RawMembers.of(told);
        // The server was sent another operation where an id was drawn.
        item.result = isItem(members)
                ? utf8("{\"" + item.operation.key() + "\":"
                        + members.values().iterator().next() + "}")
                : failure(item, status, members.get(ERROR));
    }

    private static boolean isItem(Map<String, String> members) {
        return members.size() == 1 && OPERATIONS.containsAll(members.keySet());
    }

    /** An item was created by an earlier attempt, whose answer did not come. */
    public void created(int number) {
        Item item = items.get(number);
        JsonBuffer out = begin(item);
        out.raw(",\"result\":\"created\",\"status\":201}}");
        item.result = out.toBytes();
    }

    private static JsonBuffer begin(Item item) {
        return new JsonBuffer()
                .raw("{\"")
                .raw(item.operation.key())
                .raw("\":{\"_index\":")
                .string("", item.index)
                .raw(",\"_id\":")
                .string("", item.id);
    }

    private static byte[] failure(Item item, int status, @Nullable String error) {
        JsonBuffer out = begin(item);
        out.raw(",\"status\":").number(status).raw(",\"error\":");
        if (error != null && error.startsWith("{")) {
            out.raw(error);
        } else {
            out.raw("{\"type\":\"sluice_refused\",\"reason\":")
                    .string("the cluster refused the item: ", error == null ? "it does not say why" : error)
                    .raw("}");
        }
        out.raw("}}");
        return out.toBytes();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] shown(Item item) {
        byte[] known = item.result;
        return known == null ? accepted(item) : known;
    }

    /** With everything, which is projected like what servers say. */
    private byte[] accepted(Item item) {
        JsonBuffer out = new JsonBuffer();
        acceptance.whole().item(item.operation, item.index, item.id, out);
        return out.toBytes();
    }

    /** The whole answer of a bulk. */
    public byte[] bulk(long tookMillis) {
        JsonBuffer all = new JsonBuffer();
        ResultView view = acceptance.view();
        ItemProjector projector = new ItemProjector(view.items());
        boolean errors = false;
        for (Item item : items) {
            byte[] bytes = shown(item);
            result.read(bytes, 0, bytes.length);
            errors |= result.failed();
            byte[] part = view.items().showsEverything() ? bytes : projected(projector, bytes);
            if (part.length > 0) {
                all.raw(all.length() > 0 ? "," : "").raw(part, 0, part.length);
            }
        }
        return AcceptedItems.bulk(view, tookMillis, errors, all);
    }

    private static byte[] projected(ItemProjector projector, byte[] item) {
        ByteBuf out = Unpooled.buffer(item.length);
        projector.project(item, 0, item.length, out);
        return ByteBufUtil.getBytes(out);
    }

    /** The answer to the write of one document, in the form in which servers answer it. */
    public Single single() {
        Item item = items.getFirst();
        byte[] bytes = item.result;
        if (bytes == null) {
            return new Single(Acceptance.ACCEPTED, acceptance.document(item.operation, item.index, item.id));
        }
        result.read(bytes, 0, bytes.length);
        String told = Objects.requireNonNull(RawMembers.of(bytes).get(item.operation.key()));
        Map<String, String> members = new LinkedHashMap<>(RawMembers.of(utf8(told)));
        int status = result.status();
        String error = members.get(ERROR);
        if (error == null) {
            members.remove(STATUS);
            return new Single(status, utf8(text(members)));
        }
        Map<String, String> causes = new LinkedHashMap<>(RawMembers.of(utf8(error)));
        Map<String, String> root = new LinkedHashMap<>(causes);
        root.remove("caused_by");
        Map<String, String> whole = new LinkedHashMap<>();
        whole.put("root_cause", "[" + text(root) + "]");
        whole.putAll(causes);
        return new Single(status, utf8("{\"error\":" + text(whole) + ",\"status\":" + status + "}"));
    }

    private static String text(Map<String, String> members) {
        StringBuilder out = new StringBuilder("{");
        members.forEach((name, value) -> out.append(out.length() == 1 ? "\"" : ",\"")
                .append(name)
                .append("\":")
                .append(value));
        return out.append('}').toString();
    }
}
