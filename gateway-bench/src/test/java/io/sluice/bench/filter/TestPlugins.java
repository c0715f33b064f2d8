package io.sluice.bench.filter;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A plugin directory with the filters that are shipped, and one that treats requests unlike. */
public final class TestPlugins {
    private static final String SERVICES = "META-INF/services/io.sluice.api.FilterFactory";

    private TestPlugins() {}

    /** Makes the directory in {@code directory} and returns it. */
    public static Path in(Path directory) throws IOException {
        Path plugins =
                Files.createDirectories(directory.resolve("plugins/shipped")).getParent();
        List<String> parts = List.of(
                "io.sluice.filters.headers.HeadersFilter_Factory",
                "io.sluice.filters.match.Condition",
                "at.favre.lib.crypto.bcrypt.BCrypt",
                "at.favre.lib.bytes.Bytes");
        for (String className : parts) {
            Path part = place(className);
            Path jar = plugins.resolve("shipped").resolve(className + ".jar");
            if (Files.isDirectory(part)) {
                pack(part, "", jar);
            } else {
                Files.copy(part, jar);
            }
        }
        pack(
                place(AlternatingFactory.class.getName()),
                AlternatingFactory.class.getName().replace('.', '/'),
                plugins.resolve("alternating.jar"));
        return plugins;
    }

    private static Path place(String className) {
        try {
            return Path.of(Objects.requireNonNull(
                            Class.forName(className).getProtectionDomain().getCodeSource())
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pack(Path classes, String prefix, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> entries = Files.walk(classes)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(entry).toString();
                if (name.startsWith(prefix)) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(entry, out);
                    out.closeEntry();
                }
            }
            if (!prefix.isEmpty()) {
                out.putNextEntry(new JarEntry(SERVICES));
                out.write(prefix.replace('/', '.').getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
    }
}
