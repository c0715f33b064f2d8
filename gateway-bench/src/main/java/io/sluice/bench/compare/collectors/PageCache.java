package io.sluice.bench.compare.collectors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The system's cache of files. Dropping one's own files from it takes no rights; what another process has mapped, as this very
 * JVM has its JDK, stays. So what was dropped is looked up afterwards.
 */
final class PageCache {
    private PageCache() {}

    /** Asks the system to drop the files from its cache; {@link #residentShare} reports what it kept. */
    static void drop(List<Path> files) throws IOException, InterruptedException {
        List<String> script = new ArrayList<>(List.of(
                "sh", "-c", "for f in \"$@\"; do dd if=\"$f\" iflag=nocache count=0 2>/dev/null || :; done", "drop"));
        files.forEach(file -> script.add(file.toString()));
        Process process = new ProcessBuilder(script).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }

    /** The share of the files' bytes that is in memory, 0 to 1; nothing where the system's fincore is missing. */
    static OptionalDouble residentShare(List<Path> files) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES,SIZE"));
        files.forEach(file -> command.add(file.toString()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String rows = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return share(rows);
        } catch (IOException noFincore) {
            return OptionalDouble.empty();
        }
    }

    /** Of rows with resident and all bytes of a file. */
    static OptionalDouble share(String rows) {
        long resident = 0;
        long all = 0;
        for (String row : rows.strip().lines().toList()) {
            String[] fields = row.strip().split("\\s+");
            if (fields.length == 2) {
                resident += Long.parseLong(fields[0]);
                all += Long.parseLong(fields[1]);
            }
        }
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) resident / all);
    }
}
