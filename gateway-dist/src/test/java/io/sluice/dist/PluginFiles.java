package io.sluice.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What plugins that tests compile are made of and written to. */
final class PluginFiles {
    private PluginFiles() {}

    /** The class path of a distribution's own libraries. */
    static String libraries(Distribution distribution) throws IOException {
        try (Stream<Path> jars = Files.list(distribution.home().resolve("lib"))) {
            return jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .collect(Collectors.joining(System.getProperty("path.separator")));
        }
    }

    /** Writes all files below a directory into a jar. */
    static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> entries = Files.walk(classes)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
                Files.copy(entry, out);
                out.closeEntry();
            }
        }
    }
}
