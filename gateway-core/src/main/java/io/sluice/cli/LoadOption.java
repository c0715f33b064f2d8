package io.sluice.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bulk.hash.TextHash;
import io.sluice.index.copy.CopyTerms;
import io.sluice.index.copy.Renaming;
import io.sluice.index.write.WriteMode;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about indices that documents are loaded into. */
final class LoadOption {

    @Option(
            names = "--rename",
            paramLabel = "REGEX=NAME",
            description = "names at the target, such as 'logs-(.*)=old-$1'; other names stay")
    private @Nullable String rename;

    @Option(
            names = "--into-existing",
            description = "load into indices that are there, and change nothing else of them")
    private boolean existing;

    @Option(
            names = "--mode",
            defaultValue = "version",
            description = "if the target has a document: version (the higher version stays), create (the target's"
                    + " stays) or replace (${DEFAULT-VALUE})")
    private WriteMode mode;

    @Option(
            names = "--shards",
            defaultValue = "0",
            description = "primary shards of new indices; as before if left out")
    private int shards;

    @Option(
            names = "--accept-loss",
            paramLabel = "CODE",
            split = ",",
            description = "losses that may happen, by the codes in the message that refuses them")
    private List<String> accepted = List.of();

    @Option(names = "--aliases", description = "give new indices the aliases that they had")
    private boolean aliases;

    @Option(
            names = "--max-refused",
            paramLabel = "N",
            defaultValue = "0",
            description = "documents that the target may refuse before the command gives up; they are kept in"
                    + " refused.ndjson of the state's directory (${DEFAULT-VALUE})")
    private long maxRefused;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "directory with what is done, for going on later; in the working directory if left out")
    private @Nullable Path state;

    /**
     * The terms of a job.
     *
     * @param name of the index at the target; null where the renaming says it
     */
    CopyTerms terms(ReadOption reading, @Nullable String name, ObjectNode identity) {
        if (name != null && rename != null) {
            throw new IllegalArgumentException("either name the target's index or give --rename");
        }
        if (maxRefused < 0 || shards < 0) {
            throw new IllegalArgumentException("--max-refused and --shards are at least 0");
        }
        Renaming renaming = name != null ? Renaming.to(name) : rename == null ? Renaming.NONE : Renaming.parse(rename);
        return new CopyTerms(
                reading.workers(),
                reading.pageBytes(),
                reading.snapshot(),
                mode,
                reading.pace(),
                state == null ? defaultState(identity) : state,
                maxRefused,
                new CopyTerms.TargetTerms(renaming, existing, shards, accepted, aliases));
    }

    /** Tells a job from others. */
    ObjectNode identity(String job, String from, String to) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("job", job)
                .put("from", from)
                .put("to", to)
                .put("options", mode + " " + rename + " " + existing + " " + shards);
    }

    /** A directory in the working directory, the same for the same job. */
    private static Path defaultState(ObjectNode identity) {
        long hash = TextHash.add(TextHash.NONE, identity.toString());
        return Path.of(
                "sluice-" + identity.path("job").asText() + "-" + HexFormat.of().toHexDigits(hash));
    }
}
