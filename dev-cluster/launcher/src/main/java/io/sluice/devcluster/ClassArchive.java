package io.sluice.devcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** The archive of loaded classes beside an embedded server: it halves the CPU time of every start after the first. */
record ClassArchive(Path file, Path lib) {

    static ClassArchive of(Path server) {
        return new ClassArchive(server.resolve("classes.jsa"), server.resolve("lib"));
    }

    /** Whether there is one of these jars. */
    boolean isThere() throws IOException {
        return Files.exists(file) && !outdated();
    }

    /** The options of a process that writes the archive when it ends, unless there is one of these jars already. */
    List<String> writing() throws IOException {
        if (outdated()) {
            // Another cluster that starts now may have done so.
            Files.deleteIfExists(file);
        }
        return List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + file);
    }

    /** The options of a process that only reads it, where it is there and fits. */
    List<String> reading() {
        return List.of("-XX:SharedArchiveFile=" + file);
    }

    /** The JVM writes it anew for another JVM, but for other jars it only refuses it. */
    private boolean outdated() throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        FileTime written = Files.getLastModifiedTime(file);
        try (Stream<Path> paths = Files.walk(lib)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (Files.getLastModifiedTime(path).compareTo(written) > 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
