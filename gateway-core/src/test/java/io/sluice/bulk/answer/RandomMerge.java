package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkOperation;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.line.SentItems;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * A bulk of any size to any number of sub-requests, whose answers come in any pieces in any order, merged for a view and compared
 * with what the plain way gives.
 */
final class RandomMerge {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final BulkOperation[] OPERATIONS = BulkOperation.values();
    private static final String[] TEXTS = {"", "a", "\"}],[{", "\\", "é日😀", "x".repeat(70), "\u0000\n"};

    /** A number from 0 and below the bound. */
    private final IntUnaryOperator below;

    private final ItemOrder order = new ItemOrder();
    private final List<ByteBuf> chunks = new ArrayList<>();
    private final List<Sub> subs = new ArrayList<>();
    private final ObjectNode expected = MAPPER.createObjectNode();

    private static final class Sub {
        final ArrayNode items = MAPPER.createArrayNode();
        boolean failed;
        boolean errors;
        byte[] bytes = {};
        int at;
        SubAnswer answer = new SubAnswer(0);
    }

    RandomMerge(IntUnaryOperator below) {
        this.below = below;
    }

    /** Merges for a view and compares. */
    void run(String filterPath, boolean pretty) throws JsonProcessingException {
        String query = "?x=1&filter_path=" + URLEncoder.encode(filterPath, UTF_8) + (pretty ? "&pretty" : "");
        ResultView view = Objects.requireNonNull(ResultView.of(RequestTarget.parse("/_bulk" + query), null));
        String serverFilter = Objects.requireNonNullElse(
                view.forServers(RequestTarget.parse("/_bulk" + query)).parameter("filter_path"), "");
        build(serverFilter, pretty);
        BulkResponseMerger merger = new BulkResponseMerger(order, subs.size(), view);
        for (int i = 0; i < subs.size(); i++) {
            merger.source(i, source(i));
        }
        String merged = merge(merger);
        merger.close();
        order.close();
        assertThat(merged).isEqualTo(MergeModel.render(expected, filterPath, pretty));
        assertThat(chunks).allMatch(chunk -> chunk.refCnt() == 0);
    }

    private int pick(int bound) {
        return below.applyAsInt(bound);
    }

    private void build(String serverFilter, boolean pretty) throws JsonProcessingException {
        int count = 1 + pick(40);
        int subCount = 1 + pick(4);
        for (int i = 0; i < subCount; i++) {
            Sub sub = new Sub();
            sub.failed = pick(5) == 0;
            subs.add(sub);
        }
        ArrayNode all = MAPPER.createArrayNode();
        boolean errors = false;
        for (int i = 0; i < count || subs.stream().anyMatch(sub -> sub.items.isEmpty()); i++) {
            int number = i < subCount ? i : pick(subCount);
            Sub sub = subs.get(number);
            BulkOperation operation = OPERATIONS[pick(OPERATIONS.length)];
            order.append(number, operation);
            ObjectNode item = sub.failed ? unsent(operation) : item(operation);
            sub.errors |= item.get(operation.key()).has("error");
            errors |= sub.errors;
            sub.items.add(item);
            all.add(item);
        }
        boolean errorsFirst = pick(2) == 0;
        boolean ingest = pick(3) == 0 && subs.stream().anyMatch(sub -> !sub.failed);
        long took = 0;
        long ingestTook = 0;
        for (Sub sub : subs) {
            if (!sub.failed) {
                ObjectNode answer = MAPPER.createObjectNode();
                int own = pick(1000);
                took = Math.max(took, own);
                head(answer, errorsFirst, own, sub.errors);
                if (ingest) {
                    answer.put("ingest_took", own / 2);
                    ingestTook = Math.max(ingestTook, own / 2);
                }
                answer.set("items", sub.items);
                sub.bytes = MergeModel.render(answer, serverFilter, pretty).getBytes(UTF_8);
            }
        }
        boolean anyAnswer = subs.stream().anyMatch(sub -> !sub.failed);
        head(expected, errorsFirst && anyAnswer, took, errors);
        if (ingest) {
            expected.put("ingest_took", ingestTook);
        }
        expected.set("items", all);
    }

    private static void head(ObjectNode answer, boolean errorsFirst, long took, boolean errors) {
        if (errorsFirst) {
            answer.put("errors", errors).put("took", took);
        } else {
            answer.put("took", took).put("errors", errors);
        }
    }

    private ObjectNode item(BulkOperation operation) {
        ObjectNode item = MAPPER.createObjectNode();
        ObjectNode result = item.putObject(operation.key());
        result.put("_index", TEXTS[pick(TEXTS.length)]).put("_id", TEXTS[pick(TEXTS.length)]);
        if (pick(3) == 0) {
            result.put("status", 400 + pick(30));
            ObjectNode error = result.putObject("error");
            error.put("type", "a_exception").put("reason", TEXTS[pick(TEXTS.length)]);
            error.putObject("caused_by").putArray("stack").addObject();
        } else {
            result.putObject("_shards").put("total", 2).putArray("failures");
            result.putObject("get")
                    .putObject("_source")
                    .put("error", 1.5)
                    .putArray("status")
                    .add(1)
                    .addNull();
            result.put("status", 200);
        }
        return item;
    }

    private static ObjectNode unsent(BulkOperation operation) {
        ObjectNode item = MAPPER.createObjectNode();
        ObjectNode result = item.putObject(operation.key());
        result.put("_index", "").putNull("_id").put("status", 503);
        result.putObject("error").put("type", "sluice_not_executed").put("reason", "no \"node\"");
        return item;
    }

    private ItemSource source(int number) {
        Sub sub = subs.get(number);
        if (sub.failed) {
            return FailedItems.of(
                    new ItemFailure(503, "sluice_not_executed", "no \"node\"", false),
                    order,
                    number,
                    sub.items.size(),
                    new SentItems(List.of(), new BulkDefaults(null, null, null)));
        }
        sub.answer = new SubAnswer(sub.items.size());
        return sub.answer;
    }

    private String merge(BulkResponseMerger merger) {
        ByteBuf merged = Unpooled.buffer();
        ByteBuf out = Unpooled.buffer();
        MergeStep step = MergeStep.WAITING;
        while (step != MergeStep.DONE) {
            if (!merger.ready() || merger.begun()) {
                feed(merger.begun() && pick(2) == 0 ? merger.waitingFor() : pick(subs.size()));
            }
            if (merger.ready()) {
                do {
                    step = merger.advance(out.clear(), 1 + pick(500));
                    merged.writeBytes(out);
                } while (step == MergeStep.FULL);
                assertThat(merger.broken()).isNull();
            }
        }
        return merged.toString(UTF_8);
    }

    /** Gives the sub-request, or the next one that still waits for something, more of its answer. */
    private void feed(int number) {
        Sub sub = subs.get(number);
        for (int i = 1; i < subs.size() && (sub.failed || sub.at > sub.bytes.length); i++) {
            sub = subs.get((number + i) % subs.size());
        }
        if (sub.failed || sub.at > sub.bytes.length) {
            return;
        }
        int length = Math.min(sub.bytes.length - sub.at, 1 + pick(400));
        ByteBuf chunk = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(sub.bytes, sub.at, length);
        chunks.add(chunk);
        sub.answer.write(chunk);
        sub.at += length;
        if (sub.at == sub.bytes.length) {
            sub.at++;
            sub.answer.end();
        }
        assertThat(sub.answer.broken()).isNull();
    }
}
