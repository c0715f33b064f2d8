package io.sluice.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** The classes of one server, in a class loader that sees nothing of the gateway, called by reflection. */
final class ServerLibrary implements AutoCloseable {

    private final String name;
    private final List<Path> jars;
    private final URLClassLoader loader;

    private ServerLibrary(String name, List<Path> jars) {
        this.name = name;
        this.jars = jars;
        this.loader = new URLClassLoader(
                name, jars.stream().map(ServerLibrary::url).toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Opens the library of a server, as {@code elasticsearch-9.2.4}. */
    static ServerLibrary open(String name) throws IOException {
        // The servers' logging looks for log4j-core otherwise, and complains on stderr that it is not there.
        System.setProperty("log4j2.loggerContextFactory", "org.apache.logging.log4j.simple.SimpleLoggerContextFactory");
        System.setProperty("log4j.provider", "org.apache.logging.log4j.simple.internal.SimpleProvider");
        Path directory = Path.of(System.getProperty("sluice.clients"))
                .resolveSibling("front-door")
                .resolve(Path.of("target", "servers", name));
        try (Stream<Path> files = Files.list(directory)) {
            ServerLibrary library = new ServerLibrary(
                    name, files.filter(file -> file.toString().endsWith(".jar")).toList());
            if (library.hasCompatibleVersions()) {
                Class<?> loggers = library.type("logging.internal.spi.LoggerFactory");
                call(
                        method(loggers, "setInstance", loggers),
                        null,
                        bare(library.type("common.logging.internal.LoggerFactoryImpl")));
            }
            return library;
        }
    }

    String name() {
        return name;
    }

    boolean isOpenSearch() {
        return name.startsWith("opensearch");
    }

    /** Whether routes depend on the version of the API that a request asks for: Elasticsearch from 8 on. */
    boolean hasCompatibleVersions() {
        return name.startsWith("elasticsearch-") && !name.startsWith("elasticsearch-7");
    }

    /** The jars with the public specification of the server's API. */
    List<Path> specifications() {
        return jars.stream()
                .filter(jar -> jar.getFileName().toString().startsWith("rest-api-spec"))
                .toList();
    }

    /** A class of the server, named without {@code org.elasticsearch} or {@code org.opensearch}. */
    Class<?> type(String name) {
        try {
            return Class.forName((isOpenSearch() ? "org.opensearch." : "org.elasticsearch.") + name, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All classes of a type that can be instantiated, as far as the library holds what they need. */
    List<Class<?>> implementationsOf(Class<?> type) throws IOException {
        List<Class<?>> found = new ArrayList<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (ZipEntry entry : Collections.list(file.entries())) {
                    Class<?> candidate = candidate(entry.getName());
                    if (candidate != null
                            && type.isAssignableFrom(candidate)
                            && !Modifier.isAbstract(candidate.getModifiers())) {
                        found.add(candidate);
                    }
                }
            }
        }
        return found;
    }

    private Class<?> candidate(String entry) {
        if (!entry.endsWith(".class") || !entry.contains("Rest")) {
            return null;
        }
        try {
            return Class.forName(
                    entry.substring(0, entry.length() - ".class".length()).replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** An object whose constructor has not run, for methods that ask nothing of its state. */
    static Object bare(Class<?> type) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field only = unsafe.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            return unsafe.getMethod("allocateInstance", Class.class).invoke(only.get(null), type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A public constant of a class. */
    static Object constant(Class<?> type, String name) {
        return value(type, name, null);
    }

    /** A public field of an object; of null, a constant of the class. */
    static Object value(Class<?> type, String name, @Nullable Object of) {
        try {
            return type.getField(name).get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A method of a class, inherited ones too, whatever its access. */
    static Method method(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Method method = at.getDeclaredMethod(name, parameters);
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        try {
            Method method = type.getMethod(name, parameters);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Calls a method; what it throws is thrown. */
    static Object call(Method method, Object on, Object... arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
