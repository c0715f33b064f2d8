package io.sluice.index.diff;

import io.sluice.index.call.Answer;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Pause;
import io.sluice.index.read.Document;
import io.sluice.index.read.JsonText;
import io.sluice.index.write.BulkAnswer;
import io.sluice.index.write.BulkLines;
import io.sluice.index.write.WriteMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one side as the other is. A document is only written or deleted if it is still as it was seen, so that no newer write is
 * lost. Blocks; for one thread.
 */
public final class Repair {
    private static final int BUSY = 429;
    private static final int MOST_BYTES = 2 << 20;

    private final ClusterCalls calls;
    private final String target;
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
    public Repair(ClusterCalls calls, String index, Terms terms) {
        this.calls = calls;
        this.target = "/" + Call.encode(index) + "/_bulk?pipeline=_none&" + BulkAnswer.FILTER;
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
                left++;
                firstReason = firstReason.isEmpty() ? blocked(difference) : firstReason;
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

    private static String blocked(Difference difference) {
        return "a shard there has another document with the id " + difference.id() + ", of another routing";
    }

    private void apply(List<Difference> differences) throws IOException, InterruptedException {
        Pause pause = new Pause(calls.terms().patience());
        List<Difference> todo = differences;
        while (!todo.isEmpty()) {
            if (terms.dry()) {
                todo.forEach(this::countDone);
                return;
            }
            List<Difference> busy = send(todo);
            if (busy.size() < todo.size()) {
                pause.reset();
            }
            if (!busy.isEmpty() && !pause.sleep()) {
                throw new IOException("the index to repair has been busy for too long");
            }
            todo = busy;
        }
    }

    private List<Difference> send(List<Difference> differences) throws IOException, InterruptedException {
        JsonText lines = new JsonText();
        differences.forEach(difference -> add(lines, difference));
        Answer answer = ClusterCalls.successful(calls.send(Call.bulk(target, lines.toBytes()), null), "a bulk");
        BulkAnswer results = new BulkAnswer(answer.json(), differences.size());
        List<Difference> busy = new ArrayList<>();
        for (int i = 0; i < differences.size(); i++) {
            int status = results.status(i);
            if (status >= 200 && status < 300) {
                countDone(differences.get(i));
            } else if (status == BUSY || status >= 502 && status <= 504) {
                busy.add(differences.get(i));
            } else {
                left++;
                firstReason = firstReason.isEmpty() ? results.reason(i) : firstReason;
            }
        }
        return busy;
    }

    private void add(JsonText lines, Difference difference) {
        Document a = difference.a();
        Document b = difference.b();
        if (a == null) {
            if (b != null) {
                BulkLines.delete(lines, b);
            }
        } else if (terms.versions()) {
            BulkLines.add(lines, a, WriteMode.VERSION);
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
