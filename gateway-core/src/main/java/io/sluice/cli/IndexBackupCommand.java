package io.sluice.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ByteSize;
import io.sluice.config.ConfigException;
import io.sluice.index.archive.Backup;
import io.sluice.index.archive.BackupTerms;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Renaming;
import java.io.IOException;
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

/** {@code sluice index backup}: writes indices to files. */
@Command(
        name = "backup",
        description = {
            "Writes indices to compressed files of bulk lines, with a manifest and checksums.",
            "Run the same command again to go on after it ended in any way."
        },
        mixinStandardHelpOptions = true)
final class IndexBackupCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "SOURCE", description = "for instance http://host:9200/logs-*")
    private String place;

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description = "a directory that is empty or not there, or an unfinished backup")
    private Path directory;

    @Option(
            names = "--file-size",
            paramLabel = "SIZE",
            defaultValue = "64MiB",
            converter = ReadOption.SizeConverter.class,
            description = "about the size of a file; a run that goes on begins behind the last whole file"
                    + " (${DEFAULT-VALUE})")
    private ByteSize fileSize;

    @Option(
            names = "--accept-loss",
            paramLabel = "CODE",
            split = ",",
            description = "losses that may happen, by the codes in the message that refuses them")
    private List<String> accepted = List.of();

    @Mixin
    private SourceOption source;

    @Mixin
    private ReadOption reading;

    @Mixin
    private ConfigOption config;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        try (IndexSession session = new IndexSession(spec.commandLine(), config.file())) {
            Place from = session.place(place, source.access());
            check(from);
            BackupTerms terms = new BackupTerms(
                    directory,
                    reading.workers(),
                    reading.pageBytes(),
                    fileSize.bytes(),
                    reading.snapshot(),
                    reading.pace());
            var losses = new CopyTerms.TargetTerms(Renaming.NONE, true, 0, accepted, false);
            ObjectNode identity =
                    JsonNodeFactory.instance.objectNode().put("job", "backup").put("from", from.text());
            Backup backup = new Backup(session.open(from, reading.calls()), terms, losses, session.progress());
            Backup.Summary made = backup.run(from.indices(), identity);
            spec.commandLine()
                    .getOut()
                    .println("backed up " + made.indices() + " indices: " + made.documents() + " documents in "
                            + made.bytes() + " bytes");
            return ExitCode.OK;
        }
    }

    private void check(Place from) throws IOException {
        try {
            reading.check();
            if (from.indices().isEmpty()) {
                throw new IllegalArgumentException("SOURCE names no index");
            }
            if (fileSize.bytes() < 1 << 10) {
                throw new IllegalArgumentException("--file-size is at least 1KiB");
            }
            String obstacle = Backup.obstacle(directory);
            if (obstacle != null) {
                throw new IllegalArgumentException(obstacle);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
