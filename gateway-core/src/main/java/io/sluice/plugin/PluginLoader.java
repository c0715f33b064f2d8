package io.sluice.plugin;

import io.sluice.api.BulkRouterFactory;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import io.sluice.config.ConfigException;
import io.sluice.config.Problem;
import io.sluice.failure.FileFailure;
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
 * Loads the plugins of directories: each jar and each directory of jars in them is a plugin. Runs once, when the process starts;
 * all problems are reported in one {@link ConfigException}.
 */
public final class PluginLoader {

    private static final int MAX_FACTORIES = 1000;

    private final ClassLoader host;
    private final List<Problem> problems = new ArrayList<>();
    private final PluginFactories factories = new PluginFactories(problems);
    private final List<Plugin> plugins = new ArrayList<>();
    private final List<PluginClassLoader> loaders = new ArrayList<>();

    private PluginLoader(ClassLoader host) {
        this.host = host;
    }

    /**
     * Loads all plugins of some directories, in the order of the directories and of the plugins' names.
     *
     * @throws ConfigException if a directory or anything in it cannot be used
     */
    public static FilterRegistry load(List<Path> directories) throws ConfigException {
        PluginLoader loader = new PluginLoader(PluginLoader.class.getClassLoader());
        directories.forEach(loader::directory);
        FilterRegistry registry = new FilterRegistry(loader.factories, loader.plugins, loader.loaders);
        if (!loader.problems.isEmpty()) {
            registry.close();
            throw new ConfigException(loader.problems);
        }
        return registry;
    }

    private void directory(Path directory) {
        if (!Files.isDirectory(directory)) {
            report(directory.toString(), "there is no such plugin directory");
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
            report(place.toString(), "the plugin directory holds no jar");
            return;
        }
        List<Plugin.Jar> jars = new ArrayList<>();
        for (Path file : files) {
            try (JarFile opened = new JarFile(file.toFile())) {
                opened.entries();
                jars.add(new Plugin.Jar(file, sha256(file)));
            } catch (IOException e) {
                report(file.toString(), "not a readable jar: " + FileFailure.reason(e));
            }
        }
        if (jars.size() == files.size()) {
            PluginClassLoader loader = new PluginClassLoader(name, files, host);
            loaders.add(loader);
            int before = problems.size();
            List<String> filters = factories(FilterFactory.class, name, place, loader);
            List<String> routers = factories(BulkRouterFactory.class, name, place, loader);
            plugins.add(new Plugin(name, jars, filters, routers));
            if (filters.isEmpty() && routers.isEmpty() && problems.size() == before) {
                report(
                        place.toString(),
                        "the plugin names no filter factory and no router factory; its jar needs META-INF/services/"
                                + FilterFactory.class.getName() + " or " + BulkRouterFactory.class.getName()
                                + "; the compiler writes the first for classes with @FilterType if annotation processors run"
                                + " (-proc:full on JDK 23 and newer)");
            }
        }
    }

    // The accepted types, sorted.
    private <F extends PluginFactory<?>> List<String> factories(
            Class<F> kind, String name, Path place, PluginClassLoader loader) {
        List<String> types = new ArrayList<>();
        Iterator<F> found = ServiceLoader.load(kind, loader).iterator();
        for (int i = 0; i < MAX_FACTORIES; i++) {
            try {
                if (!found.hasNext()) {
                    break;
                }
                F factory = found.next();
                if (factories.add(factory, name, place.toString())) {
                    types.add(factory.type());
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                report(place.toString(), "a factory cannot be loaded: " + messageOf(e));
            }
        }
        return types.stream().sorted().toList();
    }

    private void report(String place, String message) {
        problems.add(Problem.of(place, message));
    }

    private static String messageOf(Error e) {
        return e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + e.getCause();
    }

    private List<Path> list(Path directory, String glob) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            report(directory.toString(), "the directory cannot be read: " + FileFailure.reason(e));
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
