package io.sluice.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigException;
import io.sluice.index.archive.Restore;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Loading;
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

/** {@code sluice index restore}: loads indices of a backup. */
@Command(
        name = "restore",
        description = {
            "Loads indices of a backup into a cluster, also of another version or product.",
            "Run the same command again to go on after it ended in any way. Ends with 4 if the target lacks a"
                    + " document of the backup."
        },
        mixinStandardHelpOptions = true)
final class IndexRestoreCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DIR", description = "the directory of the backup")
    private Path directory;

    @Parameters(index = "1", paramLabel = "TARGET", description = "for instance http://host:9200")
    private String place;

    @Option(
            names = "--index",
            paramLabel = "NAME",
            defaultValue = "*",
            description = "indices of the backup, with wildcards and commas; all if left out")
    private String indices;

    @Mixin
    private LoadOption loading;

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
            Place to = session.place(place, target.access());
            String from = directory.toAbsolutePath().normalize() + " " + indices;
            ObjectNode identity = loading.identity("restore", from, to.text());
            CopyTerms terms = terms(to, identity);
            Loading documents = new Loading(session.open(to, reading.calls()), to.cluster(), terms, session.progress());
            List<Restore.Restored> restored = new Restore(directory, documents).run(indices, identity);
            PrintWriter out = spec.commandLine().getOut();
            out.println("restored " + restored.size() + " indices: " + documents.told());
            boolean whole = true;
            for (Restore.Restored each : restored) {
                out.println(each.index() + ": " + each.lines() + " documents in the backup, " + each.documents()
                        + " in " + each.target() + missing(each));
                whole &= each.missing() == 0;
            }
            return whole ? ExitCode.OK : ExitCode.DIFFERENT;
        }
    }

    private static String missing(Restore.Restored restored) {
        return restored.missing() == 0
                ? ""
                : "; " + restored.missing() + " are missing, for instance the one with the id '"
                        + restored.firstMissing() + "'";
    }

    private CopyTerms terms(Place to, ObjectNode identity) {
        try {
            reading.check();
            if (!to.indices().isEmpty()) {
                throw new IllegalArgumentException("TARGET names a cluster only; --rename names indices");
            }
            return loading.terms(reading, null, identity);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
