package io.sluice.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigException;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Loading;
import io.sluice.index.copy.Migration;
import io.sluice.index.diff.Compare;
import io.sluice.index.diff.DiffCounts;
import io.sluice.index.diff.IndexDiff;
import io.sluice.index.diff.Side;
import io.sluice.index.read.IndexCatalog;
import io.sluice.index.read.IndexDescription;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice index migrate}: copies indices to another cluster, and verifies the copies. */
@Command(
        name = "migrate",
        description = {
            "Copies indices to another cluster, also of another version or product, and compares them at the end.",
            "Run the same command again to go on after it ended in any way. Ends with 4 if a copy is not the same,"
                    + " with --no-verify if the target refused a document."
        },
        mixinStandardHelpOptions = true)
final class IndexMigrateCommand implements Callable<Integer> {
    private static final int SHOWN = 20;
    private static final int LOOKS = 5;

    @Parameters(index = "0", paramLabel = "SOURCE", description = "for instance http://old:9200/logs-*")
    private String sourcePlace;

    @Parameters(
            index = "1",
            paramLabel = "TARGET",
            description = "for instance http://new:9200, or with the name that one index gets")
    private String targetPlace;

    @Option(names = "--no-verify", description = "do not compare at the end")
    private boolean unverified;

    @Mixin
    private LoadOption loading;

    @Mixin
    private SourceOption source;

    @Mixin
    private TargetOption target;

    @Mixin
    private ReadOption reading;

    @Mixin
    private ConfigOption config;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        try (IndexSession session = new IndexSession(spec.commandLine(), config.file())) {
            Place from = session.place(sourcePlace, source.access());
            Place to = session.place(targetPlace, target.access());
            ObjectNode identity = loading.identity("migrate", from.text(), to.text());
            CopyTerms terms = terms(from, to, identity);
            Side sourceSide = session.open(from, reading.calls());
            Side targetSide = session.open(to, reading.calls());
            Loading documents = new Loading(targetSide, to.cluster(), terms, session.progress());
            List<Migration.Copied> copied = new Migration(sourceSide, documents).run(from.indices(), identity);
            PrintWriter out = spec.commandLine().getOut();
            out.println("copied " + copied.size() + " indices: " + documents.told());
            // What was refused is missing at the target; a comparison finds that, or that it was mended since.
            boolean good =
                    unverified ? documents.refused() == 0 : verify(session, sourceSide, targetSide, terms, copied);
            return good ? ExitCode.OK : ExitCode.DIFFERENT;
        }
    }

    private CopyTerms terms(Place from, Place to, ObjectNode identity) {
        try {
            reading.check();
            if (from.indices().isEmpty()) {
                throw new IllegalArgumentException("SOURCE names no index");
            }
            String name = to.indices().isEmpty() ? null : to.indices();
            if (name != null && !(to.isOneName() && from.isOneName())) {
                throw new IllegalArgumentException("TARGET names an index only if SOURCE names one too; see --rename");
            }
            return loading.terms(reading, name, identity);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private boolean verify(
            IndexSession session, Side sourceSide, Side targetSide, CopyTerms terms, List<Migration.Copied> copied)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        IndexDiff diff = new IndexDiff(
                sourceSide,
                targetSide,
                IndexDiffCommand.terms(Compare.SOURCE, reading, terms.state(), LOOKS),
                session.progress());
        boolean good = true;
        Path file = terms.state().resolve("differences.ndjson");
        try (DifferenceReport told = new DifferenceReport(out, SHOWN, 0, file)) {
            for (Migration.Copied each : copied) {
                told.begin(each.index(), each.target());
                DiffCounts counts = diff.run(found(sourceSide, each.index()), found(targetSide, each.target()), told);
                out.println(each.index() + " and " + each.target() + ": " + IndexDiffCommand.text(counts));
                good &= counts.differences() == 0;
            }
        }
        return good;
    }

    private static IndexDescription found(Side side, String index) throws IOException, InterruptedException {
        IndexDescription found = IndexCatalog.get(side.calls(), index);
        if (found == null) {
            throw new IOException(side.calls().name() + " has no index '" + index + "' any longer");
        }
        return found;
    }
}
