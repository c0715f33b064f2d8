package io.sluice.index.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.diff.IndexPairs;
import io.sluice.index.diff.Side;
import io.sluice.index.job.Journal;
import io.sluice.index.job.Positions;
import io.sluice.index.job.Progress;
import io.sluice.index.job.Workers;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import io.sluice.index.read.ReadTerms;
import io.sluice.index.read.Slice;
import io.sluice.index.read.SlicePlan;
import io.sluice.index.read.SliceReader;
import io.sluice.index.read.SourceForm;
import io.sluice.index.translate.IndexTranslation;
import io.sluice.index.write.DocumentWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies indices from one cluster to another. What is done is kept in a journal: after any end of the process the same job goes on
 * where it was, at the same indices. Blocks; for one thread.
 */
public final class Migration {
    private static final String FINISHED = "finished";

    private final Side source;
    private final Loading loading;
    private final Side target;
    private final CopyTerms terms;
    private final Progress progress;

    /** A copy of an index that is complete. */
    public record Copied(String index, String target) {}

    /** A migration from a cluster, whose calls stay the caller's. */
    public Migration(Side source, Loading loading) {
        this.source = source;
        this.loading = loading;
        this.target = loading.target();
        this.terms = loading.terms();
        this.progress = loading.progress();
    }

    /**
     * Copies all indices of an expression, or what an earlier run has left of them.
     *
     * @param identity tells this job from others
     * @throws IOException if it cannot go on; the same job may be run again
     */
    public List<Copied> run(String expression, JsonNode identity) throws IOException, InterruptedException {
        try (Journal journal = Journal.open(terms.state(), identity)) {
            loading.begin();
            List<CopyPlan> plans = plans(journal, expression);
            Positions positions = new Positions(journal);
            List<Copied> copied = new ArrayList<>();
            for (CopyPlan plan : plans) {
                boolean finished = journal.entries().stream()
                        .anyMatch(entry -> entry.path(FINISHED).asText().equals(plan.index()));
                if (finished) {
                    new TargetIndex(target.calls(), plan.target()).require(plan.targetUuid());
                } else {
                    copy(plan, positions);
                    journal.add(JsonNodeFactory.instance.objectNode().put(FINISHED, plan.index()));
                }
                copied.add(new Copied(plan.index(), plan.target()));
            }
            return copied;
        }
    }

    // The names are looked up once, so that a job does not grow from run to run.
    private List<CopyPlan> plans(Journal journal, String expression) throws IOException, InterruptedException {
        List<CopyPlan> plans = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (JsonNode entry : journal.entries()) {
            if (entry.has(CopyPlan.ENTRY)) {
                plans.add(CopyPlan.of(entry.path(CopyPlan.ENTRY)));
            }
            entry.path("indices").forEach(name -> names.add(name.asText()));
        }
        if (names.isEmpty()) {
            ObjectNode entry = JsonNodeFactory.instance.objectNode();
            var indices = entry.putArray("indices");
            for (IndexDescription index : IndexCatalog.find(source.calls(), expression)) {
                names.add(index.name());
                indices.add(index.name());
            }
            IndexPairs.requireApart(names, terms.target().renaming()::apply);
            journal.add(entry);
        }
        for (String name : names) {
            if (plans.stream().noneMatch(plan -> plan.index().equals(name))) {
                plans.add(plan(name, journal));
            }
        }
        return plans;
    }

    private CopyPlan plan(String name, Journal journal) throws IOException, InterruptedException {
        IndexDescription index = IndexCatalog.get(source.calls(), name);
        if (index == null) {
            throw new IOException("the source has no index '" + name + "' any longer");
        }
        String targetName = terms.target().renaming().apply(name);
        TargetIndex made = new TargetIndex(target.calls(), targetName);
        JsonNode held = JsonNodeFactory.instance.objectNode();
        String uuid;
        if (terms.target().existing()) {
            Translations.checkSources(index, terms.target(), progress);
            uuid = made.prepare(null, journal);
        } else {
            IndexTranslation translation =
                    Translations.of(index, source.server(), target.server(), terms.target(), progress);
            held = translation.held();
            uuid = made.prepare(translation.body(), journal);
        }
        if (uuid.equals(index.uuid())) {
            throw new IOException("index '" + name + "' cannot be copied to itself");
        }
        CopyPlan plan = new CopyPlan(
                name,
                index.uuid(),
                IndexCatalog.histories(source.calls(), index),
                targetName,
                uuid,
                held,
                IndexCatalog.count(source.calls(), index),
                SlicePlan.of(source.calls(), index, terms.workers() * 2));
        journal.add(plan.toJson());
        return plan;
    }

    private IndexDescription require(CopyPlan plan) throws IOException, InterruptedException {
        IndexDescription index = IndexCatalog.getSame(source.calls(), plan.index(), plan.uuid(), plan.histories());
        if (index == null) {
            throw new IOException("index '" + plan.index() + "' of the source is not the one that this job began with");
        }
        return index;
    }

    private void copy(CopyPlan plan, Positions positions) throws IOException, InterruptedException {
        IndexDescription index = require(plan);
        TargetIndex loaded = new TargetIndex(target.calls(), plan.target());
        loaded.require(plan.targetUuid());
        DocumentWriter writer = loading.writer(plan.target(), loaded);
        ReadTerms reading = new ReadTerms(source.server(), SourceForm.LINE, terms.pageBytes(), terms.snapshot());
        progress.begin("copy " + plan.index(), plan.documents(), estimate(plan, positions));
        List<Workers.Task> bodies = new ArrayList<>();
        List<Workers.Task> tails = new ArrayList<>();
        for (Slice slice : plan.slices()) {
            if (!positions.isDone(slice.key())) {
                (slice.isTail() ? tails : bodies).add(() -> {
                    new SliceReader(source.calls(), index, reading)
                            .read(slice, positions.position(slice.key(), slice.after()), (documents, position) -> {
                                loading.write(writer, documents);
                                positions.reached(slice.key(), position);
                            });
                    positions.finish(slice.key());
                });
            }
        }
        Workers.run(terms.workers(), bodies);
        Workers.run(terms.workers(), tails);
        require(plan);
        loaded.require(plan.targetUuid());
        loaded.finish(plan.held(), terms.target().aliases() ? index.aliases() : null);
    }

    // Sequence numbers stand for documents, of which there may be fewer.
    private static long estimate(CopyPlan plan, Positions positions) {
        double done = 0;
        double all = 0;
        for (Slice slice : plan.slices()) {
            if (!slice.isTail()) {
                double numbers = slice.upTo() - slice.after();
                all += numbers;
                done += positions.isDone(slice.key())
                        ? numbers
                        : positions.position(slice.key(), slice.after()) - slice.after();
            }
        }
        return all == 0 ? 0 : Math.round(plan.documents() * (done / all));
    }
}
