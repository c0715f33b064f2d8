package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.api.Json;
import io.sluice.api.queue.LaneRecord;
import io.sluice.bulk.answer.Acceptance;
import io.sluice.bulk.answer.AcceptedItems;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.json.JsonBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of the items of one request, one or more for each lane. Each action line is written anew: with what the URL says where
 * the line is silent, and with an id. Owns the records until they are taken. On the request's event loop.
 */
final class LaneRecords implements BulkSplitter.Target, AutoCloseable {
    /** A record of this length is complete, so that a lane that reads ahead holds no more. */
    static final int LONG_RECORD = 256 * 1024;

    private static final int FIRST_BYTES = 1024;

    private final Write write;
    private final Surroundings around;
    private final LaneChoice choice;
    private final Acceptance acceptance;
    private final AcceptedItems answer;
    private final @Nullable AwaitedWrite awaited;
    private final @Nullable ByteBuf[] open;
    /** Where the last item of each open record begins. */
    private final int[] itemFrom;

    private final List<LaneRecord> records = new ArrayList<>();
    private final BulkEdit edit = new BulkEdit();
    private final JsonBuffer line = new JsonBuffer();
    /** Whether the action line of the current item is still to be written. */
    private boolean lineDue;

    private String index = "";
    private String id = "";
    private long bytes;
    private boolean tooLarge;

    /**
     * What a request's records are made with.
     *
     * @param allocator of buffers
     * @param head of each record
     * @param ids for documents without one
     * @param lanes how many there are
     * @param maxRecordBytes the most bytes that one record may have
     */
    record Surroundings(
            ByteBufAllocator allocator, RecordFormat.Head head, DrawnIds ids, int lanes, int maxRecordBytes) {}

    LaneRecords(Write write, Surroundings around) {
        this.write = write;
        this.around = around;
        this.choice = new LaneChoice(around.lanes());
        this.acceptance =
                new Acceptance(write.answer(), write.typed(), around.head().receipt());
        this.answer = new AcceptedItems(acceptance);
        this.awaited = write.patience() == null ? null : new AwaitedWrite(acceptance);
        this.open = new ByteBuf[around.lanes()];
        this.itemFrom = new int[around.lanes()];
    }

    /** The answer to what came so far, unless the client waits. */
    AcceptedItems answer() {
        return answer;
    }

    /** What came so far; null unless the client waits. */
    @Nullable AwaitedWrite awaited() {
        return awaited;
    }

    /** Names the request. */
    String receipt() {
        return around.head().receipt();
    }

    /** The answer to the write of one document, which is the last item, unless the client waits. */
    byte[] document(BulkOperation operation) {
        return acceptance.document(operation, index, id);
    }

    /** How many bytes are held. */
    long bytes() {
        return bytes + answer.size() + (awaited == null ? 0 : awaited.size());
    }

    /** Whether an item is longer than a record may be. */
    boolean isTooLarge() {
        return tooLarge;
    }

    @Override
    public int place(BulkLine action, int position) {
        index = Objects.requireNonNull(action.index());
        BulkOperation operation = action.operation();
        edit.clear();
        String given = action.id();
        id = given == null ? around.ids().next() : given;
        int idHash = given == null ? RoutingHash.of(id) : action.routingHash(BulkField.ID);
        if (given == null) {
            drawn(action);
        }
        byUrl(action);
        action.write(edit, line);
        lineDue = true;
        int lane = choice.lane(action.routingHash(BulkField.INDEX), idHash);
        if (awaited == null) {
            answer.add(operation, index, id);
        } else {
            awaited.add(lane, operation, index, id);
        }
        return lane;
    }

    // A document with a new id is created, so that sending it again changes nothing. What says which version it expects
    // stays as it is: servers refuse that together with create.
    private void drawn(BulkLine action) {
        edit.set(BulkField.ID, id);
        boolean versioned = action.onLine(BulkField.VERSION)
                || action.onLine(BulkField.VERSION_TYPE)
                || action.onLine(BulkField.IF_SEQ_NO)
                || action.onLine(BulkField.IF_PRIMARY_TERM);
        if (action.action() == BulkOperation.INDEX && !versioned) {
            edit.set(BulkField.OP_TYPE, BulkOperation.CREATE.key());
        }
    }

    private void byUrl(BulkLine action) {
        copy(action, BulkField.INDEX, index);
        copy(action, BulkField.ROUTING, write.url().routing());
        // It is about the server's answer only, and some servers do not know it.
        if (action.onLine(BulkField.LIST_EXECUTED_PIPELINES)) {
            edit.remove(BulkField.LIST_EXECUTED_PIPELINES);
        }
        if (action.is(BulkField.TYPE, Write.More.USUAL_TYPE)) {
            edit.remove(BulkField.TYPE);
        } else {
            copy(action, BulkField.TYPE, write.more().type());
        }
        if (action.action().hasSource()) {
            copy(action, BulkField.PIPELINE, write.url().pipeline());
            if (write.more().requireAlias() && !action.onLine(BulkField.REQUIRE_ALIAS)) {
                edit.set(BulkField.REQUIRE_ALIAS, Json.parse("true"));
            }
        }
    }

    private void copy(BulkLine action, BulkField field, @Nullable String text) {
        if (text != null && !action.onLine(field)) {
            edit.set(field, text);
        }
    }

    @Override
    public void append(int place, byte[] source, int from, int to) {
        ByteBuf record = record(place);
        int before = record.readableBytes();
        int at = from;
        if (lineDue) {
            lineDue = false;
            itemFrom[place] = before;
            record.writeBytes(line.bytes(), 0, line.length()).writeByte('\n');
            at = behindLine(source, from, to);
        }
        record.writeBytes(source, at, to - at);
        bytes += record.readableBytes() - before;
    }

    // The first piece of an item has its whole action line.
    private static int behindLine(byte[] source, int from, int to) {
        int at = from;
        while (at < to && source[at] != '\n') {
            at++;
        }
        return at + 1;
    }

    private ByteBuf record(int lane) {
        ByteBuf record = open[lane];
        if (record == null) {
            record = around.allocator().directBuffer(FIRST_BYTES);
            open[lane] = record;
            RecordFormat.writeHead(around.head(), record);
            bytes += RecordFormat.HEAD;
        }
        return record;
    }

    @Override
    public void itemEnded(int place) {
        ByteBuf record = record(place);
        int length = record.readableBytes();
        if (length > around.maxRecordBytes() && itemFrom[place] > RecordFormat.HEAD) {
            record = moveLastItem(place, record);
            length = record.readableBytes();
        }
        tooLarge |= length > around.maxRecordBytes();
        if (length >= LONG_RECORD) {
            complete(place);
        }
    }

    private ByteBuf moveLastItem(int lane, ByteBuf record) {
        int from = itemFrom[lane];
        open[lane] = null;
        ByteBuf next = record(lane);
        next.writeBytes(record, from, record.readableBytes() - from);
        itemFrom[lane] = RecordFormat.HEAD;
        record.writerIndex(from);
        add(lane, record);
        return next;
    }

    private void complete(int lane) {
        ByteBuf record = open[lane];
        if (record != null) {
            open[lane] = null;
            add(lane, record);
        }
    }

    private void add(int lane, ByteBuf record) {
        records.add(new LaneRecord(lane, record));
        if (awaited != null) {
            awaited.recordEnds(lane);
        }
    }

    /** Gives the records away; the bulk is complete. */
    List<LaneRecord> take() {
        for (int lane = 0; lane < open.length; lane++) {
            complete(lane);
        }
        List<LaneRecord> taken = List.copyOf(records);
        records.clear();
        bytes = 0;
        return taken;
    }

    /** Releases the records that were not taken. */
    @Override
    public void close() {
        take().forEach(record -> record.bytes().release());
    }
}
