package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.NotSentException;
import io.sluice.api.RequestTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes a tenant's documents in one place, by the tenant's names. Blocks; thread-safe. */
final class DocumentPort {

    private static final String JSON = "application/json";
    private static final int READ_AT_ONCE = 200;
    private static final int BYTES_AT_ONCE = 4 << 20;
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final int BUSY = 429;
    private static final String NO_INDEX = "index_not_found_exception";
    /** Where a document is read by an alias of several. */
    private static final String SEVERAL_INDICES = "illegal_argument_exception";

    private final PlacedDocuments documents;
    private final Duration timeout;
    private final CopyMarks marks;
    /** When it was made, as {@link System#nanoTime} counts. */
    private final long made = System.nanoTime();

    /**
     * @param timeout of each request
     * @param marks of those that write
     */
    DocumentPort(PlacedDocuments documents, Duration timeout, CopyMarks marks) {
        this.documents = documents;
        this.timeout = timeout;
        this.marks = marks;
    }

    PlacedDocuments documents() {
        return documents;
    }

    /**
     * What the names of documents that a request wrote mean for the tenant; those in indices that are not there, or that take no writes by
     * that name, are left out. The request must not have been sent before this port was made.
     *
     * @param late whether aliases may have changed since they were written
     */
    Named names(List<StoredName> stored, boolean late) throws IOException {
        ClusterReader.Bounds bounds = ClusterReader.Bounds.of(timeout);
        List<Hit> hits = look(stored, "/_mget?realtime=true&_source=false", bounds, Set.of(NO_INDEX, SEVERAL_INDICES));
        Map<String, Optional<WriteTarget>> targets =
                WriteTarget.of(documents.cluster(), possibleAliases(stored, hits), bounds);
        Map<String, AliasTargets.Before> aliases = aliases(stored, hits, targets);
        List<DocumentName> names = new ArrayList<>();
        boolean all = true;
        for (int i = 0; i < hits.size(); i++) {
            StoredName concrete = concrete(stored.get(i), hits.get(i), targets);
            if (concrete != null) {
                DocumentName name = documents.name(concrete);
                if (name == null) {
                    throw new IOException("a document of the request is not one of the tenant's");
                }
                names.add(name);
            }
            AliasTargets.Before before = aliases.get(stored.get(i).index());
            all &= isIndex(stored.get(i), hits.get(i)) || !late && isSure(hits.get(i), stored.get(i), concrete, before);
        }
        return new Named(names, all);
    }

    /**
     * What a request wrote.
     *
     * @param areAll whether there is nothing else: a name in date math, or an alias, may have stood for another index when a document was
     *     written, if none is found by it now; so may an alias that is known to have changed since, and any of them later
     */
    record Named(List<DocumentName> names, boolean areAll) {}

    private static boolean isIndex(StoredName asked, Hit hit) {
        return hit.problem() == null && hit.name().index().equals(asked.index());
    }

    /** @param before of the alias; null if the name is none */
    private static boolean isSure(
            Hit hit, StoredName asked, @Nullable StoredName concrete, AliasTargets.@Nullable Before before) {
        if (before == null) {
            return hit.found() || hit.problem() != null && !isDateMath(asked.index());
        }
        boolean there = concrete != null && hit.found() && hit.name().index().equals(concrete.index());
        return before == AliasTargets.Before.SAME || before == AliasTargets.Before.UNKNOWN && there;
    }

    /** Where the aliases among the names went when the request was sent. */
    private Map<String, AliasTargets.Before> aliases(
            List<StoredName> stored, List<Hit> hits, Map<String, Optional<WriteTarget>> targets) {
        Map<String, AliasTargets.Before> aliases = new HashMap<>();
        targets.forEach(
                (alias, target) -> aliases.put(alias, documents.aliasTargets().note(alias, target, made)));
        for (int i = 0; i < hits.size(); i++) {
            String name = stored.get(i).index();
            if (NO_INDEX.equals(hits.get(i).problem())
                    && !aliases.containsKey(name)
                    && documents.aliasTargets().has(name)) {
                // The alias is not there any longer.
                aliases.put(name, documents.aliasTargets().note(name, Optional.empty(), made));
            }
        }
        return aliases;
    }

    private static boolean isDateMath(String index) {
        return index.startsWith("<");
    }

    /** The names by which something else was found, or nothing could be; those in date math stand for one index. */
    private static List<String> possibleAliases(List<StoredName> stored, List<Hit> hits) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            String asked = stored.get(i).index();
            boolean other = hit.problem() == null
                    ? !hit.name().index().equals(asked)
                    : hit.problem().equals(SEVERAL_INDICES);
            if (other && !isDateMath(asked)) {
                names.add(asked);
            }
        }
        return List.copyOf(names);
    }

    private static @Nullable StoredName concrete(StoredName asked, Hit hit, Map<String, Optional<WriteTarget>> targets)
            throws IOException {
        Optional<WriteTarget> target = targets.get(asked.index());
        if (target != null) {
            return target.map(found -> new StoredName(
                            found.index(), asked.id(), found.routing() == null ? asked.routing() : found.routing()))
                    .orElse(null);
        }
        if (hit.problem() == null) {
            return new StoredName(hit.name().index(), hit.name().id(), asked.routing());
        }
        if (hit.problem().equals(NO_INDEX)) {
            return null;
        }
        throw new IOException("a document was not read: " + hit.problem());
    }

    /**
     * The documents that are there, as they are now; perhaps others in their places.
     *
     * @param maxBytes of an answer
     * @throws AnswerTooLongException if one is longer
     */
    Found get(Collection<DocumentName> names, long maxBytes) throws IOException, UnmovableException {
        List<DocumentName> asked = List.copyOf(names);
        List<StoredName> stored = new ArrayList<>();
        for (DocumentName name : asked) {
            stored.add(documents.stored(name));
        }
        String vectors = documents.leavesVectorsOut() ? "&_source_exclude_vectors=false" : "";
        List<Hit> hits = look(
                stored,
                "/_mget?realtime=true" + vectors,
                new ClusterReader.Bounds(timeout, maxBytes),
                Set.of(NO_INDEX));
        Map<DocumentName, Copy> found = new HashMap<>();
        Set<String> missing = new HashSet<>();
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            if (hit.found()) {
                byte[] source = hit.source();
                if (source == null) {
                    throw new UnmovableException("document " + asked.get(i).id() + " of "
                            + asked.get(i).index() + " has no source");
                }
                // The answer was read for this alone.
                makeOneLine(source);
                found.put(
                        asked.get(i),
                        new Copy(
                                documents.fromStored(asked.get(i), source),
                                hit.version(),
                                hit.seqNo(),
                                hit.term(),
                                other(stored.get(i), hit)));
            } else if (hit.problem() != null) {
                missing.add(asked.get(i).index());
            }
        }
        return new Found(found, missing);
    }

    /**
     * What is there.
     *
     * @param missingIndices those among the names' indices that are not there, by the tenant's names
     */
    record Found(Map<DocumentName, Copy> copies, Set<String> missingIndices) {}

    // A shard has one document of an id, whatever its routing.
    private @Nullable DocumentName other(StoredName asked, Hit hit) throws UnmovableException {
        if (Objects.equals(asked.routing(), hit.name().routing())) {
            return null;
        }
        DocumentName name = documents.name(hit.name());
        if (name == null) {
            throw new UnmovableException("in the place of a document is one that is not the tenant's");
        }
        return name;
    }

    private List<Hit> look(
            List<StoredName> stored, String target, ClusterReader.Bounds bounds, Set<String> expectedProblems)
            throws IOException {
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < stored.size(); i += READ_AT_ONCE) {
            List<StoredName> part = stored.subList(i, Math.min(stored.size(), i + READ_AT_ONCE));
            ClusterResponse answer =
                    documents.cluster().send("POST", RequestTarget.parse(target), JSON, wanted(part), bounds);
            if (!answer.isSuccess()) {
                throw new IOException("documents were not read: status " + answer.status());
            }
            List<Hit> read = HitReader.documents(answer.body());
            if (read.size() != part.size()) {
                throw new IOException("not all documents were answered");
            }
            for (int j = 0; j < read.size(); j++) {
                Hit hit = read.get(j);
                if (!hit.name().id().equals(part.get(j).id())) {
                    throw new IOException("other documents were answered than those that were asked for");
                }
                if (hit.problem() != null && !expectedProblems.contains(hit.problem())) {
                    throw new IOException("a document was not read: " + hit.problem());
                }
            }
            hits.addAll(read);
        }
        return hits;
    }

    private static byte[] wanted(List<StoredName> stored) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode docs = body.putArray("docs");
        for (StoredName name : stored) {
            ObjectNode doc = docs.addObject().put("_index", name.index()).put("_id", name.id());
            if (name.routing() != null) {
                doc.put("routing", name.routing());
            }
        }
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Writes documents.
     *
     * @return those whose condition did not hold
     * @throws UnmovableException if the cluster will never take one
     */
    Set<DocumentName> write(List<Change> changes) throws IOException, UnmovableException {
        Set<DocumentName> conflicts = new HashSet<>();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<Change> part = new ArrayList<>();
        for (Change change : changes) {
            append(change, body);
            part.add(change);
            if (body.size() >= BYTES_AT_ONCE) {
                send(part, body, conflicts);
            }
        }
        if (!part.isEmpty()) {
            send(part, body, conflicts);
        }
        return conflicts;
    }

    private void append(Change change, ByteArrayOutputStream body) throws UnmovableException {
        StoredName stored = documents.stored(change.name());
        ObjectNode action = JsonNodeFactory.instance.objectNode();
        String operation =
                change instanceof Change.Delete ? "delete" : change instanceof Change.Create ? "create" : "index";
        ObjectNode line =
                action.putObject(operation).put("_index", stored.index()).put("_id", stored.id());
        if (stored.routing() != null) {
            line.put("routing", stored.routing());
        }
        if (!operation.equals("delete")) {
            // A default pipeline has seen the document in its first place.
            line.put("pipeline", "_none");
        }
        byte[] source = switch (change) {
            case Change.PutVersion put -> {
                line.put("version", put.version()).put("version_type", "external_gte");
                yield put.source();
            }
            case Change.PutOver put -> {
                ifStill(put.present(), line);
                yield put.source();
            }
            case Change.Create create -> create.source();
            case Change.Delete delete -> {
                ifStill(delete.present(), line);
                yield null;
            }
        };
        body.writeBytes(action.toString().getBytes(StandardCharsets.UTF_8));
        body.write('\n');
        if (source != null) {
            body.writeBytes(documents.toStored(change.name(), source));
            body.write('\n');
        }
    }

    private static void ifStill(Copy present, ObjectNode line) {
        line.put("if_seq_no", present.seqNo()).put("if_primary_term", present.term());
    }

    // A bulk's lines cannot have it, and what was copied without must be alike: in JSON a line feed is white space.
    private static void makeOneLine(byte[] source) {
        for (int i = 0; i < source.length; i++) {
            if (source[i] == '\n' || source[i] == '\r') {
                source[i] = ' ';
            }
        }
    }

    private void send(List<Change> part, ByteArrayOutputStream body, Set<DocumentName> conflicts)
            throws IOException, UnmovableException {
        JsonNode items = send(body.toByteArray(), part);
        for (int i = 0; i < part.size(); i++) {
            judge(part.get(i), items.get(i).elements().next(), conflicts);
        }
        part.clear();
        body.reset();
    }

    /** Sends a bulk; whoever awaits what got no answer is told of it before this is over. */
    private JsonNode send(byte[] lines, List<Change> part) throws IOException {
        String mark = marks.next();
        boolean answered = false;
        try {
            ClusterResponse answer = documents.cluster().bulk(lines, mark, ClusterReader.Bounds.of(timeout));
            if (!answer.isSuccess()) {
                answered = !ClusterTasks.mayFollow(answer.status());
                throw new IOException(RefusedBulk.text(part, answer));
            }
            JsonNode items = StoredJson.tree(answer.body()).path("items");
            if (items.size() != part.size()) {
                throw new IOException("not all writes were answered");
            }
            answered = items.valueStream()
                    .noneMatch(item -> ClusterTasks.mayFollow(
                            item.elements().next().path("status").asInt()));
            return items;
        } catch (NotSentException e) {
            answered = true;
            throw e;
        } finally {
            if (!answered) {
                marks.unanswered(mark);
            }
        }
    }

    private static void judge(Change change, JsonNode result, Set<DocumentName> conflicts)
            throws IOException, UnmovableException {
        int status = result.path("status").asInt();
        if (status == CONFLICT) {
            conflicts.add(change.name());
        } else if (status == BUSY || ClusterTasks.mayFollow(status)) {
            throw new IOException("a document was not written: status " + status);
        } else if (status >= 300 && !(status == NOT_FOUND && change instanceof Change.Delete)) {
            throw new UnmovableException("document " + change.name().id() + " of "
                    + change.name().index() + " is refused in the other place: "
                    + result.at("/error/type").asText());
        }
    }

    /**
     * Lets searches find what was written.
     *
     * @param target of the request
     * @param what of messages: what it is that is refreshed
     */
    void refresh(String target, String what) throws IOException {
        ClusterResponse answer = send("POST", target, null);
        if (!answer.isSuccess()) {
            throw new IOException(what + " was not refreshed: status " + answer.status());
        }
        if (StoredJson.tree(answer.body()).at("/_shards/failed").asInt(-1) != 0) {
            throw new IOException("a refresh of " + what + " failed on some shards");
        }
    }

    /** Sends a request without a body, or with one in JSON. */
    ClusterResponse send(String method, String target, @Nullable String body) throws IOException {
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        return documents
                .cluster()
                .send(
                        method,
                        RequestTarget.parse(target),
                        body == null ? null : JSON,
                        bytes,
                        ClusterReader.Bounds.of(timeout));
    }
}
