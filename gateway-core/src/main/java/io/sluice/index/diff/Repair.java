package io.sluice.index.diff;

import io.sluice.index.call.Answer;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Pause;
import io.sluice.index.read.Document;
import io.sluice.index.read.DocumentLookup;
import io.sluice.index.read.JsonText;
import io.sluice.index.read.SourceForm;
import io.sluice.index.write.BulkAnswer;
import io.sluice.index.write.BulkLines;
import io.sluice.index.write.WriteMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes one side as the other is. A document is only written or deleted if it is still as it was seen, so that no newer write is
 * lost: the server sees to that, but where versions are taken over, which it takes under no condition but that they are higher. Then
 * documents are looked at right before each attempt. Blocks; for one thread.
 */
public final class Repair {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int BUSY = 429;
    private static final int MOST_BYTES = 2 << 20;

    private final ClusterCalls calls;
    private final String target;
    private final DocumentLookup lookup;
    private final Terms terms;
    private long written;
    private long deleted;
    private long left;
    private String firstReason = "";

    /**
     * What is repaired.
     *
     * @param delete whether documents are deleted that only the side to repair has
     * @param versions whether versions are taken over
     * @param dry whether nothing is sent, and only counted
     */
    public record Terms(boolean delete, boolean versions, boolean dry) {}

    /** A repair of an index, which is the second side of the differences. */
    public Repair(Side side, String index, Terms terms) {
        this.calls = side.calls();
        this.target = "/" + Call.encode(index) + "/_bulk?pipeline=_none&" + BulkAnswer.FILTER;
        this.lookup = new DocumentLookup(side.calls(), side.server(), index, SourceForm.LINE);
        this.terms = terms;
    }

    /** Documents that were written. */
    public long written() {
        return written;
    }

    /** Documents that were deleted. */
    public long deleted() {
        return deleted;
    }

    /** Documents that still differ. */
    public long left() {
        return left;
    }

    /** Why the first of them was not repaired; empty if that was not wanted. */
    public String firstReason() {
        return firstReason;
    }

    /** Repairs some. */
    public void take(List<Difference> differences) throws IOException, InterruptedException {
        List<Difference> wanted = new ArrayList<>();
        int bytes = 0;
        for (Difference difference : differences) {
            if (difference.a() == null && !terms.delete()) {
                left++;
                continue;
            }
            if (difference.b() == null && difference.blocked()) {
                leave("a shard there has another document with the id " + difference.id() + ", of another routing");
                continue;
            }
            int weight = difference.a() == null ? 0 : difference.a().weight();
            if (!wanted.isEmpty() && bytes + weight > MOST_BYTES) {
                apply(wanted);
                wanted = new ArrayList<>();
                bytes = 0;
            }
            wanted.add(difference);
            bytes += weight;
        }
        apply(wanted);
    }

    private void leave(String reason) {
        left++;
        firstReason = firstReason.isEmpty() ? reason : firstReason;
    }

    private void apply(List<Difference> differences) throws IOException, InterruptedException {
        if (terms.dry()) {
            differences.forEach(this::countDone);
            return;
        }
        Pause pause = new Pause(calls.terms().patience());
        List<Difference> todo = differences;
        while (!todo.isEmpty()) {
            List<Difference> busy = terms.versions() ? overtake(todo) : judge(todo, calls.send(bulk(todo), null));
            if (busy.size() < todo.size()) {
                pause.reset();
            }
            if (!busy.isEmpty() && !pause.sleep()) {
                throw new IOException("the index to repair has been busy for too long");
            }
            todo = busy;
        }
    }

    private List<@Nullable Document> now(List<Difference> differences) throws IOException, InterruptedException {
        return lookup.get(differences.stream()
                .map(each -> new DocumentLookup.Key(each.id(), each.routing()))
                .toList());
    }

    // Nothing is waited for between the look and the only attempt that relies on it.
    private List<Difference> overtake(List<Difference> differences) throws IOException, InterruptedException {
        List<Difference> same = stillAsCompared(differences);
        Answer answer = same.isEmpty() ? null : calls.attempt(bulk(same));
        return answer == null ? same : judge(same, answer);
    }

    private List<Difference> stillAsCompared(List<Difference> differences) throws IOException, InterruptedException {
        List<@Nullable Document> found = now(differences);
        List<Difference> same = new ArrayList<>();
        for (int i = 0; i < differences.size(); i++) {
            Difference difference = differences.get(i);
            Document now = found.get(i);
            if (isSame(difference.b(), now)) {
                same.add(difference);
            } else if (isDone(difference, now)) {
                countDone(difference);
            } else {
                leave("the document with the id " + difference.id() + " was written since it was compared");
            }
        }
        return same;
    }

    private static boolean isSame(@Nullable Document compared, @Nullable Document now) {
        return compared == null || now == null
                ? compared == now
                : compared.seqNo() == now.seqNo() && compared.primaryTerm() == now.primaryTerm();
    }

    // As after an attempt that was carried out and not answered.
    private boolean isDone(Difference difference, @Nullable Document now) {
        Document wanted = difference.a();
        return wanted == null || now == null
                ? wanted == now
                : (!terms.versions() || wanted.version() == now.version())
                        && Objects.equals(wanted.routing(), now.routing())
                        && Arrays.equals(wanted.content(), now.content());
    }

    private Call bulk(List<Difference> differences) {
        JsonText lines = new JsonText();
        differences.forEach(difference -> add(lines, difference));
        return Call.bulk(target, lines.toBytes());
    }

    // Those that were not taken because the index was busy.
    private List<Difference> judge(List<Difference> differences, Answer answer)
            throws IOException, InterruptedException {
        BulkAnswer results =
                new BulkAnswer(ClusterCalls.successful(answer, "a bulk").json(), differences.size());
        List<Difference> busy = new ArrayList<>();
        List<Difference> refused = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < differences.size(); i++) {
            int status = results.status(i);
            if (status >= 200 && status < 300) {
                countDone(differences.get(i));
            } else if (status == BUSY || status >= 502 && status <= 504) {
                busy.add(differences.get(i));
            } else if (status == CONFLICT || status == NOT_FOUND) {
                refused.add(differences.get(i));
                reasons.add(results.reason(i));
            } else {
                leave(results.reason(i));
            }
        }
        judgeRefused(refused, reasons);
        return busy;
    }

    // An attempt before, which was carried out and not answered, may be what stands in the way.
    private void judgeRefused(List<Difference> refused, List<String> reasons) throws IOException, InterruptedException {
        List<@Nullable Document> found = now(refused);
        for (int i = 0; i < refused.size(); i++) {
            if (isDone(refused.get(i), found.get(i))) {
                countDone(refused.get(i));
            } else {
                leave(reasons.get(i));
            }
        }
    }

    private void add(JsonText lines, Difference difference) {
        Document a = difference.a();
        Document b = difference.b();
        if (a == null) {
            if (b != null) {
                BulkLines.delete(lines, b);
            }
        } else if (terms.versions()) {
            BulkLines.overtake(lines, a, b);
        } else if (b == null) {
            BulkLines.add(lines, a, WriteMode.CREATE);
        } else {
            BulkLines.replace(lines, a, b);
        }
    }

    private void countDone(Difference difference) {
        if (difference.a() == null) {
            deleted++;
        } else {
            written++;
        }
    }
}
