package io.sluice.bench.proxy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a process runs.
 *
 * @param directory for its files
 * @param cpus cores for {@code taskset} such as {@code 0} or {@code 0-1}; empty for all
 */
public record Workspace(Path directory, String cpus) {
    /** The command, held to the cores. */
    List<String> pinned(List<String> command) {
        if (cpus.isEmpty()) {
            return command;
        }
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", cpus));
        pinned.addAll(command);
        return pinned;
    }
}
