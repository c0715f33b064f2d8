package io.sluice.queue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.line.BulkLine;
import io.sluice.cluster.ServerVersion;
import io.sluice.json.ForeignJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at what stands in the way of items that were refused with a version conflict after an attempt whose answer did not come: a
 * document with the item's own source is taken for the item's, any other is somebody else's. Blocks; safe from any thread.
 */
final class ConflictCheck {
    private static final RequestTarget TARGET = RequestTarget.parse("/_mget");
    /** Older servers refuse it. */
    private static final RequestTarget WITH_VECTORS = RequestTarget.parse("/_mget?_source_exclude_vectors=false");

    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    /** Refusals that are of the gateway's credentials, or of the moment. */
    private static final Set<Integer> PASSING = Set.of(401, 408, 429);
    /** Why one document is not given that another look would not give either. */
    private static final Set<String> LASTING = Set.of(
            "cluster_block_exception",
            "illegal_argument_exception",
            "index_closed_exception",
            "index_not_found_exception",
            "routing_missing_exception",
            "security_exception");

    private static final int MOST_ITEMS = 500;
    /** What the documents of one request have, if they are the items. */
    private static final long MOST_BYTES = 4L << 20;

    private static final long LONGEST_ANSWER = 16L << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int REASON = 200;
    /** What an answer begins with, what is before the document in the answer with one, and what is behind it. */
    private static final byte[] DOCUMENTS = utf8("{\"docs\":[");

    private static final byte[] SOURCE = utf8("\"_source\":");
    private static final byte[] END = utf8("}]}");
    private static final Logger LOG = LoggerFactory.getLogger(ConflictCheck.class);
    private static final ForeignJson JSON = new ForeignJson(JsonMapper.builder(ForeignJson.rules()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build());

    private final ClusterReader cluster;
    private final Semaphore turn;
    /** Guarded by the turn. */
    private boolean asksForVectors;

    /** What a look shows. */
    enum Verdict {
        /** The item's own doing, or no less than that: a later version. */
        OURS,
        /** Somebody else's, or nobody may see whose. */
        OTHERS,
        /** Nothing stands there any more. */
        GONE,
        /** It was not given this time: a shard that is busy, or not there, fails for its document alone, within an answer of success. */
        UNSEEN
    }

    /**
     * An item that was refused.
     *
     * @param result what the server said of it
     */
    // Compared by nobody.
    @SuppressWarnings("ArrayRecordComponent")
    record Conflict(StoredItem item, byte[] result) {}

    /**
     * An item as it is compared.
     *
     * @param wanted names its document in a request
     * @param name of the index as the item has it
     * @param placed whether it is sure that the request looks into the shard of the document
     * @param version of the client's own; null if it has none
     * @param source null for a deletion
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Wanted(
            ObjectNode wanted,
            String name,
            boolean placed,
            @Nullable Long version,
            byte @Nullable [] source) {

        int length() {
            return source == null ? 0 : source.length;
        }

        String index() {
            return wanted.path("_index").asText();
        }

        /** With what an alias adds; null if that is not known. */
        Wanted by(AliasRoutings.@Nullable Added alias) {
            if (alias == null) {
                return new Wanted(wanted, name, false, version, source);
            }
            ObjectNode document = wanted.deepCopy();
            if (alias.routing() != null) {
                document.put("routing", alias.routing());
            }
            return new Wanted(document, name, true, version, source);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Looks at documents of a cluster.
     *
     * @param servers version of the oldest server
     * @param turn of one look of the queue at a time, as answers are read whole; another queue's cluster may be slow
     */
    ConflictCheck(ClusterReader cluster, ServerVersion servers, Semaphore turn) {
        this.cluster = cluster;
        this.asksForVectors = servers.leavesVectorsOut();
        this.turn = turn;
    }

    /**
     * Looks. Does not block.
     *
     * @param conflicts their items stay as they are; for the lane's event loop
     * @return completes with a verdict on each, in their order, on another thread; fails with an {@link IOException} for the operator if
     *     the cluster did not answer
     */
    CompletionStage<List<Verdict>> look(List<Conflict> conflicts) {
        List<Wanted> all = conflicts.stream().map(ConflictCheck::wanted).toList();
        CompletableFuture<List<Verdict>> told = new CompletableFuture<>();
        Thread.ofVirtual().name("sluice-queue-look").start(() -> {
            try {
                told.complete(lookAtAll(all));
            } catch (IOException | RuntimeException | Error e) {
                told.completeExceptionally(e);
            }
        });
        return told;
    }

    private static Wanted wanted(Conflict conflict) {
        ByteBuf lines = conflict.item().lines();
        try {
            BulkLine line = ItemLine.of(lines);
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            String name = Objects.requireNonNullElse(line.index(), "");
            JsonNode result = result(conflict.result());
            // The line may name an alias or a date; the server says which index it was.
            document.put(
                    "_index",
                    result.path("error")
                            .path("index")
                            .asText(result.path("_index").asText(name)));
            document.put(
                    "_id",
                    conflict.item().leavesIdToServer() ? result.path("_id").asText(line.id()) : line.id());
            String routing = line.text(BulkField.ROUTING);
            // A write with an empty one has none, but a read would look in another shard.
            if (routing != null && !routing.isEmpty()) {
                document.put("routing", routing);
            }
            return new Wanted(document, name, true, version(line), source(lines, line));
        } finally {
            lines.release();
        }
    }

    private static @Nullable Long version(BulkLine line) {
        String text = line.text(BulkField.VERSION);
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            LOG.atDebug().setCause(e).log("the version of an item is no number");
            return null;
        }
    }

    /** The one member of a result, which is that of its action; missing if it cannot be read. */
    private static JsonNode result(byte[] result) {
        try {
            for (JsonNode of : JSON.tree(result)) {
                return of;
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("the result of an item cannot be read");
        }
        return MissingNode.getInstance();
    }

    private static byte @Nullable [] source(ByteBuf lines, BulkLine line) {
        if (line.operation() == BulkOperation.DELETE) {
            return null;
        }
        int from = lines.indexOf(lines.readerIndex(), lines.writerIndex(), (byte) '\n') + 1;
        byte[] source = new byte[lines.writerIndex() - from];
        lines.getBytes(from, source);
        return source;
    }

    // A write by an alias may have the alias's routing, and a look by the name of the index has not.
    private List<Wanted> placed(List<Wanted> all) throws IOException {
        Set<String> names = all.stream()
                .filter(ConflictCheck::mayBeByAlias)
                .map(Wanted::name)
                .collect(Collectors.toSet());
        AliasRoutings aliases = AliasRoutings.read(cluster, names, new ClusterReader.Bounds(TIMEOUT, LONGEST_ANSWER));
        return all.stream()
                .map(each -> mayBeByAlias(each) ? each.by(aliases.of(each.name(), each.index())) : each)
                .toList();
    }

    private static boolean mayBeByAlias(Wanted each) {
        boolean isDateMath = each.name().startsWith("<");
        return !isDateMath && !each.name().equals(each.index());
    }

    private List<Verdict> lookAtAll(List<Wanted> wanted) throws IOException {
        List<Verdict> verdicts = new ArrayList<>();
        turn.acquireUninterruptibly();
        try {
            List<Wanted> all = placed(wanted);
            int from = 0;
            while (from < all.size()) {
                int to = from + 1;
                long bytes = all.get(from).length();
                while (to < all.size()
                        && to - from < MOST_ITEMS
                        && bytes + all.get(to).length() <= MOST_BYTES) {
                    bytes += all.get(to).length();
                    to++;
                }
                verdicts.addAll(lookAt(all.subList(from, to)));
                from = to;
            }
            return verdicts;
        } finally {
            turn.release();
        }
    }

    private List<Verdict> lookAt(List<Wanted> some) throws IOException {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        ArrayNode documents = request.putArray("docs");
        some.forEach(each -> documents.add(each.wanted()));
        ClusterResponse answer;
        try {
            answer = ask(utf8(request.toString()));
        } catch (AnswerTooLongException e) {
            return inHalves(some);
        }
        if (isRefusal(answer.status())) {
            return some.stream().map(each -> Verdict.OTHERS).toList();
        }
        if (answer.status() != OK || !startsWith(answer.body(), 0, DOCUMENTS)) {
            throw unexpected(answer);
        }
        JsonNode found;
        try {
            found = JSON.tree(answer.body()).path("docs");
        } catch (JsonProcessingException e) {
            return some.size() > 1 ? inHalves(some) : List.of(verdictOnUnread(some.getFirst(), answer.body()));
        }
        if (found.size() != some.size()) {
            throw unexpected(answer);
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            if (!found.get(i).path("_id").equals(some.get(i).wanted().path("_id"))) {
                throw unexpected(answer);
            }
            verdicts.add(verdict(some.get(i), found.get(i)));
        }
        return verdicts;
    }

    // It may be that nothing is known of the servers, which counts as the newest.
    private ClusterResponse ask(byte[] documents) throws IOException {
        ClusterResponse answer = ask(asksForVectors ? WITH_VECTORS : TARGET, documents);
        if (asksForVectors && answer.status() == BAD_REQUEST) {
            asksForVectors = false;
            return ask(TARGET, documents);
        }
        return answer;
    }

    private ClusterResponse ask(RequestTarget target, byte[] documents) throws IOException {
        return cluster.send(
                "POST", target, "application/json", documents, new ClusterReader.Bounds(TIMEOUT, LONGEST_ANSWER));
    }

    // Who may not read has to take what the server said of the item.
    private static boolean isRefusal(int status) {
        return status >= 400 && status < 500 && !isToBeAskedAgain(status);
    }

    /** Whether an answer says nothing of what was asked. */
    static boolean isToBeAskedAgain(int status) {
        return status >= 500 || PASSING.contains(status);
    }

    private static IOException unexpected(ClusterResponse answer) {
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        return new IOException("status " + answer.status() + " " + shortened(body));
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(REASON, text.length()));
    }

    // Documents of others may be longer than the items are.
    private List<Verdict> inHalves(List<Wanted> some) throws IOException {
        if (some.size() == 1) {
            return List.of(Verdict.OTHERS);
        }
        int half = some.size() / 2;
        List<Verdict> verdicts = new ArrayList<>(lookAt(some.subList(0, half)));
        verdicts.addAll(lookAt(some.subList(half, some.size())));
        return verdicts;
    }

    // Servers keep documents that are no JSON to the gateway. Such a one is the item's own if it has the same bytes.
    private static Verdict verdictOnUnread(Wanted wanted, byte[] answer) {
        byte[] own = wanted.source();
        if (own == null) {
            return Verdict.OTHERS;
        }
        int from = 0;
        while (from < answer.length && !startsWith(answer, from, SOURCE)) {
            from++;
        }
        from += SOURCE.length;
        int length = own.length > 0 && own[own.length - 1] == '\n' ? own.length - 1 : own.length;
        boolean same = answer.length - from == length + END.length
                && Arrays.equals(answer, from, from + length, own, 0, length)
                && startsWith(answer, from + length, END);
        return same ? Verdict.OURS : Verdict.OTHERS;
    }

    private static boolean startsWith(byte[] answer, int from, byte[] beginning) {
        return from + beginning.length <= answer.length
                && Arrays.equals(answer, from, from + beginning.length, beginning, 0, beginning.length);
    }

    private static Verdict verdict(Wanted wanted, JsonNode found) throws IOException {
        if (!found.path("found").asBoolean()) {
            JsonNode error = found.path("error");
            if (!error.isMissingNode() && !LASTING.contains(error.path("type").asText())) {
                return Verdict.UNSEEN;
            }
            if (wanted.source() != null || found.has("error")) {
                return Verdict.GONE;
            }
            return wanted.placed() ? Verdict.OURS : Verdict.OTHERS;
        }
        if (wanted.version() != null && found.path("_version").asLong() != wanted.version()) {
            return found.path("_version").asLong() > wanted.version() ? Verdict.OURS : Verdict.OTHERS;
        }
        return isSource(wanted.source(), found.path("_source")) ? Verdict.OURS : Verdict.OTHERS;
    }

    private static boolean isSource(byte @Nullable [] own, JsonNode found) throws IOException {
        if (own == null) {
            return false;
        }
        try {
            return JSON.tree(own).equals(found);
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
