package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.index.copy.Renaming;
import io.sluice.index.diff.Compare;
import io.sluice.index.diff.DiffCounts;
import io.sluice.index.diff.DiffTerms;
import io.sluice.index.diff.Difference;
import io.sluice.index.diff.IndexDiff;
import io.sluice.index.diff.IndexPairs;
import io.sluice.index.diff.Repair;
import io.sluice.index.diff.Side;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice index diff}: compares indices document by document. */
@Command(
        name = "diff",
        description = {
            "Compares indices document by document. Ends with 0 if they are the same, with 4 if not.",
            "A (the source) and B (the target) are URLs such as http://host:9200/logs-*, or clusters of the"
                    + " configuration such as primary/logs."
        },
        mixinStandardHelpOptions = true)
final class IndexDiffCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "A")
    private String placeA;

    @Parameters(index = "1", paramLabel = "B", description = "without an index: indices of the same names")
    private String placeB;

    @Option(
            names = "--by",
            defaultValue = "source",
            description = "what has to be equal beside the id: source, version, both, or id for nothing more"
                    + " (${DEFAULT-VALUE})")
    private Compare by;

    @Option(names = "--rename", paramLabel = "REGEX=NAME", description = "the names of A's indices in B")
    private @Nullable String rename;

    @Option(names = "--show", defaultValue = "20", description = "differences told as text (${DEFAULT-VALUE})")
    private int shown;

    @Option(
            names = "--fields",
            paramLabel = "N",
            defaultValue = "0",
            description = "places told of each difference (${DEFAULT-VALUE})")
    private int fields;

    @Option(names = "--report", paramLabel = "FILE", description = "all differences as JSON lines")
    private @Nullable Path report;

    @Option(
            names = "--repair",
            paramLabel = "A-TO-B",
            description = "a-to-b or b-to-a: writes what the other side lacks or has differently; without --yes this is"
                    + " only counted")
    private @Nullable Direction repair;

    @Option(names = "--delete", description = "with --repair: delete what only the repaired side has")
    private boolean delete;

    @Option(names = "--yes", description = "with --repair: do it")
    private boolean yes;

    @Option(
            names = "--looks",
            defaultValue = "5",
            description = "how often a document that is being written is looked at again (${DEFAULT-VALUE})")
    private int looks;

    @Option(
            names = "--temp",
            paramLabel = "DIR",
            description = "for files while it runs, some 60 bytes a document; the JVM's directory if it is left out")
    private @Nullable Path temp;

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

    private boolean same = true;

    /** Which side is made as the other is. */
    enum Direction {
        A_TO_B,
        B_TO_A;

        @Override
        public String toString() {
            return this == A_TO_B ? "a-to-b" : "b-to-a";
        }
    }

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        Renaming renaming = options();
        try (IndexSession session = new IndexSession(spec.commandLine(), config.file())) {
            Place ofA = session.place(placeA, source.access());
            Place ofB = session.place(placeB, target.access());
            if (ofA.indices().isEmpty()) {
                throw new ParameterException(spec.commandLine(), "A names no index");
            }
            Side a = session.open(ofA, reading.calls());
            Side b = session.open(ofB, reading.calls());
            // Two wildcards may have one index each, and these be strangers to each other.
            boolean named = rename == null && ofA.isOneName() && ofB.isOneName();
            IndexPairs pairs = IndexPairs.find(
                    a.calls(),
                    b.calls(),
                    new IndexPairs.Wanted(ofA.indices(), ofB.indices(), named ? null : renaming::apply));
            PrintWriter out = spec.commandLine().getOut();
            pairs.onlyInA().forEach(name -> out.println(name + ": only in A"));
            pairs.onlyInB().forEach(name -> out.println(name + ": only in B"));
            same = pairs.onlyInA().isEmpty() && pairs.onlyInB().isEmpty();
            IndexDiff diff = new IndexDiff(a, b, terms(), session.progress());
            try (DifferenceReport told = new DifferenceReport(out, shown, fields, report)) {
                for (IndexPairs.Pair pair : pairs.pairs()) {
                    compare(diff, pair, told, repairOf(pair, a, b));
                }
            }
            return same ? ExitCode.OK : ExitCode.DIFFERENT;
        }
    }

    private Renaming options() {
        try {
            reading.check();
            if (repair == null && (delete || yes)) {
                throw new IllegalArgumentException("--delete and --yes belong to --repair");
            }
            if (shown < 0 || fields < 0 || looks < 1) {
                throw new IllegalArgumentException("--show and --fields are at least 0, --looks at least 1");
            }
            return rename == null ? Renaming.NONE : Renaming.parse(rename);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private DiffTerms terms() {
        return terms(by, reading, temp == null ? Path.of(System.getProperty("java.io.tmpdir")) : temp, looks);
    }

    /** The terms of a comparison, also of one after a migration. */
    static DiffTerms terms(Compare by, ReadOption reading, Path directory, int looks) {
        return new DiffTerms(
                by,
                reading.workers(),
                reading.pageBytes(),
                reading.snapshot(),
                directory,
                looks,
                Duration.ofSeconds(1));
    }

    private @Nullable Repair repairOf(IndexPairs.Pair pair, Side a, Side b) {
        if (repair == null) {
            return null;
        }
        boolean toB = repair == Direction.A_TO_B;
        return new Repair(
                toB ? b : a, toB ? pair.b().name() : pair.a().name(), new Repair.Terms(delete, by.versions(), !yes));
    }

    private void compare(IndexDiff diff, IndexPairs.Pair pair, DifferenceReport told, @Nullable Repair repairing)
            throws IOException, InterruptedException {
        String names = pair.a().name() + " and " + pair.b().name();
        told.begin(pair.a().name(), pair.b().name());
        DiffCounts counts = diff.run(pair.a(), pair.b(), differences -> {
            told.take(differences);
            if (repairing != null) {
                repairing.take(repair == Direction.A_TO_B ? differences : turned(differences));
            }
        });
        PrintWriter out = spec.commandLine().getOut();
        out.println(names + ": " + text(counts));
        if (repairing != null) {
            out.println((yes ? "repaired: " : "would be repaired with --yes: ") + repairing.written() + " written, "
                    + repairing.deleted() + " deleted; " + repairing.left() + " left"
                    + (repairing.firstReason().isEmpty() ? "" : ", the first because of " + repairing.firstReason()));
        }
        boolean repaired = repairing != null && yes && repairing.left() == 0;
        same &= counts.differences() == 0 || repaired;
    }

    private static List<Difference> turned(List<Difference> differences) {
        List<Difference> turned = new ArrayList<>();
        for (Difference each : differences) {
            turned.add(new Difference(each.id(), each.routing(), each.b(), each.a(), each.changing(), each.blocked()));
        }
        return turned;
    }

    /** The counts in one line. */
    static String text(DiffCounts counts) {
        return counts.inA() + " and " + counts.inB() + " documents, " + counts.onlyInA() + " only in A, "
                + counts.onlyInB() + " only in B, " + counts.different() + " different"
                + (counts.settled() == 0 ? "" : ", " + counts.settled() + " the same at a second look");
    }
}
