package io.sluice.plugin;

import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.FilterFactory;
import io.sluice.api.PluginFactory;
import io.sluice.api.QueueFactory;
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
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the plugins of directories: each jar and each directory of jars in them is a plugin. Runs when the process starts and when
 * its configuration is read anew; all problems are reported in one {@link ConfigException}.
 */
public final class PluginLoader {

    private static final int MAX_FACTORIES = 1000;

    private final ClassLoader host;
    private final List<Problem> problems = new ArrayList<>();
    private final PluginFactories factories = new PluginFactories(problems);
    private final List<Plugin> plugins = new ArrayList<>();
    private final List<Shared<LoadedPlugin>> loaded = new ArrayList<>();
    private final List<Shared<LoadedPlugin>> earlier;

    private PluginLoader(ClassLoader host, List<Shared<LoadedPlugin>> earlier) {
        this.host = host;
        this.earlier = earlier;
    }

    /**
     * Loads all plugins of some directories, in the order of the directories and of the plugins' names.
     *
     * @throws ConfigException if a directory or anything in it cannot be used
     */
    public static FilterRegistry load(List<Path> directories) throws ConfigException {
        return load(directories, null);
    }

    /**
     * As {@link #load(List)}, but shares the class loaders and factories of plugins whose jars are byte for byte those of an earlier
     * registry.
     *
     * @param earlier not closed yet; null if there is none
     * @throws ConfigException if a directory or anything in it cannot be used
     */
    public static FilterRegistry load(List<Path> directories, @Nullable FilterRegistry earlier) throws ConfigException {
        beginExecutors();
        PluginLoader loader =
                new PluginLoader(PluginLoader.class.getClassLoader(), earlier == null ? List.of() : earlier.loaded());
        directories.forEach(loader::directory);
        FilterRegistry registry = new FilterRegistry(loader.factories, loader.plugins, loader.loaded);
        if (!loader.problems.isEmpty()) {
            registry.close();
            throw new ConfigException(loader.problems);
        }
        return registry;
    }

    // These keep the stack trace of whoever needs them first, and with it the classes of a plugin that is long gone.
    private static void beginExecutors() {
        Objects.requireNonNull(ImmediateEventExecutor.INSTANCE);
        Objects.requireNonNull(GlobalEventExecutor.INSTANCE);
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
            int before = problems.size();
            Shared<LoadedPlugin> code = codeOf(name, place, jars);
            loaded.add(code);
            List<PluginFactory<?>> accepted = code.value().factories().stream()
                    .filter(factory -> factories.add(factory, name, place.toString()))
                    .toList();
            plugins.add(new Plugin(
                    name,
                    jars,
                    typesOf(FilterFactory.class, accepted),
                    typesOf(BulkRouterFactory.class, accepted),
                    typesOf(QueueFactory.class, accepted)));
            if (accepted.isEmpty() && problems.size() == before) {
                report(
                        place.toString(),
                        "the plugin names no filter factory, no router factory and no queue factory; its jar needs"
                                + " META-INF/services/" + FilterFactory.class.getName() + ", "
                                + BulkRouterFactory.class.getName() + " or " + QueueFactory.class.getName()
                                + "; the compiler writes the first for classes with @FilterType if annotation processors run"
                                + " (-proc:full on JDK 23 and newer)");
            }
        }
    }

    private static List<String> typesOf(Class<?> kind, List<PluginFactory<?>> factories) {
        return factories.stream()
                .filter(kind::isInstance)
                .map(PluginFactory::type)
                .sorted()
                .toList();
    }

    private Shared<LoadedPlugin> codeOf(String name, Path place, List<Plugin.Jar> jars) {
        for (Shared<LoadedPlugin> each : earlier) {
            if (each.value().name().equals(name) && each.value().jars().equals(jars)) {
                return each.retain();
            }
        }
        var loader =
                new PluginClassLoader(name, jars.stream().map(Plugin.Jar::file).toList(), host);
        List<PluginFactory<?>> found = new ArrayList<>();
        find(FilterFactory.class, place, loader, found);
        find(BulkRouterFactory.class, place, loader, found);
        find(QueueFactory.class, place, loader, found);
        return new Shared<>(new LoadedPlugin(name, jars, loader, found), LoadedPlugin::close);
    }

    private <F extends PluginFactory<?>> void find(
            Class<F> kind, Path place, PluginClassLoader loader, List<PluginFactory<?>> into) {
        Iterator<F> found = ServiceLoader.load(kind, loader).iterator();
        for (int i = 0; i < MAX_FACTORIES; i++) {
            try {
                if (!found.hasNext()) {
                    break;
                }
                into.add(found.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                report(place.toString(), "a factory cannot be loaded: " + messageOf(e));
            }
        }
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
