package io.sluice.devcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory with all that is in it. */
final class DirectoryTree {

    private DirectoryTree() {}

    /** Deletes it; what somebody else deletes meanwhile is no error. */
    static void delete(Path root) {
        try {
            for (Path path : deepestFirst(root)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives it to the user of this number. */
    static void giveTo(int uid, Path root) throws IOException {
        for (Path path : deepestFirst(root)) {
            Files.setAttribute(path, "unix:uid", uid);
        }
    }

    /** Copies it, with times and permissions, to a place where nothing is yet. */
    static void copy(Path root, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(root.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static List<Path> deepestFirst(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
