package io.sluice.plugin;

import io.sluice.api.FilterFactory;
import io.sluice.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;

/**
 * Loads the plugins of a directory: each jar, and each directory of jars, in it is one. Runs once, when the process starts; what
 * is wrong with any of them comes in one {@link ConfigException}.
 */
public final class PluginLoader {

    private static final int MAX_FACTORIES = 1000;

    private final ClassLoader host;
    private final FactoryCheck check = new FactoryCheck();
    private final List<Plugin> plugins = new ArrayList<>();
    private final List<PluginClassLoader> loaders = new ArrayList<>();

    private PluginLoader(ClassLoader host) {
        this.host = host;
    }

    /**
     * Loads all plugins of a directory, in the order of their names.
     *
     * @throws ConfigException if the directory or anything in it cannot be used
     */
    public static FilterRegistry load(Path directory) throws ConfigException {
        PluginLoader loader = new PluginLoader(PluginLoader.class.getClassLoader());
        loader.directory(directory);
        FilterRegistry registry = new FilterRegistry(loader.check.types(), loader.plugins, loader.loaders);
        if (!loader.check.problems().isEmpty()) {
            registry.close();
            throw new ConfigException(loader.check.problems());
        }
        return registry;
    }

    private void directory(Path directory) {
        if (!Files.isDirectory(directory)) {
            check.report(directory.toString(), "there is no such plugin directory; make it, or set plugins.directory");
            return;
        }
        for (Path entry : list(directory, "*")) {
            String name = entry.getFileName().toString();
            if (name.startsWith(".")) {
                continue;
            }
            if (Files.isDirectory(entry)) {
                plugin(name, entry, list(entry, "*.jar"));
            } else if (name.endsWith(".jar")) {
                plugin(name.substring(0, name.length() - ".jar".length()), entry, List.of(entry));
            }
        }
    }

    private void plugin(String name, Path place, List<Path> files) {
        if (files.isEmpty()) {
            check.report(place.toString(), "the plugin directory holds no jar");
            return;
        }
        List<Plugin.Jar> jars = new ArrayList<>();
        for (Path file : files) {
            try (JarFile opened = new JarFile(file.toFile())) {
                opened.entries();
                jars.add(new Plugin.Jar(file, sha256(file)));
            } catch (IOException e) {
                check.report(file.toString(), "not a readable jar: " + e.getMessage());
            }
        }
        if (jars.size() == files.size()) {
            PluginClassLoader loader = new PluginClassLoader(name, files, host);
            loaders.add(loader);
            plugins.add(new Plugin(name, jars, factories(name, place, loader)));
        }
    }

    private List<String> factories(String name, Path place, PluginClassLoader loader) {
        List<String> types = new ArrayList<>();
        int problems = check.problems().size();
        @SuppressWarnings("rawtypes")
        Iterator<FilterFactory> found =
                ServiceLoader.load(FilterFactory.class, loader).iterator();
        for (int i = 0; i < MAX_FACTORIES; i++) {
            try {
                if (!found.hasNext()) {
                    break;
                }
                FilterFactory<?> factory = found.next();
                if (check.add(factory, name, place.toString())) {
                    types.add(factory.type());
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                check.report(place.toString(), "a filter factory cannot be loaded: " + messageOf(e));
            }
        }
        if (types.isEmpty() && check.problems().size() == problems) {
            check.report(
                    place.toString(),
                    "the plugin names no filter factory; its jar needs META-INF/services/"
                            + FilterFactory.class.getName());
        }
        return types.stream().sorted().toList();
    }

    private static String messageOf(Error e) {
        return e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + e.getCause();
    }

    private List<Path> list(Path directory, String glob) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            check.report(directory.toString(), "the directory cannot be read: " + e.getMessage());
        }
        return entries.stream().sorted().toList();
    }

    private static String sha256(Path file) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
        try (InputStream stream = new DigestInputStream(Files.newInputStream(file), digest)) {
            stream.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
