package io.sluice.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles sources into a plugin's jar, so that tests load classes that the class path does not have. */
public final class PluginJar {

    private final List<JavaFileObject> sources = new ArrayList<>();
    private String services = "";
    private String routerServices = "";
    private String queueServices = "";

    /** Adds a class of the package {@code plugin}. */
    public PluginJar source(String name, String code) {
        sources.add(
                new SimpleJavaFileObject(URI.create("string:///plugin/" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return "package plugin;\nimport io.sluice.api.*;\nimport io.sluice.api.queue.*;\n" + code;
                    }
                });
        return this;
    }

    /** Adds a factory {@code NAMEFactory} of the given type, whose configuration has the key {@code greeting}. */
    public PluginJar factory(String name, String type) {
        return factory(name, type, "return FilterFactory.API_VERSION;");
    }

    PluginJar factory(String name, String type, String apiVersion) {
        source(name + "Factory", """
                public final class %1$sFactory implements FilterFactory<%1$sFactory.Settings> {
                    public record Settings(@Key(value = "what is said", def = "hello") String greeting) {
                        public Settings {
                            if (greeting.isEmpty()) throw new IllegalArgumentException("greeting must not be empty");
                        }
                    }
                    public int apiVersion() { %3$s }
                    public String type() { return "%2$s"; }
                    public String description() { return "greets"; }
                    public Class<Settings> configType() { return Settings.class; }
                    public Filter create(Settings settings, FilterContext context) {
                        if (settings.greeting().equals("refused")) throw new IllegalArgumentException("not this one");
                        return new Filter() {
                            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                                return RequestPlan.answer(Reply.text(200, settings.greeting()));
                            }
                        };
                    }
                }
                """.formatted(name, type, apiVersion));
        services += "plugin." + name + "Factory\n";
        return this;
    }

    /** Adds a factory {@code NAMEFactory} of bulk routers, whose configuration has the key {@code groups}. */
    public PluginJar router(String name, String type) {
        source(name + "Factory", """
                public final class %1$sFactory implements BulkRouterFactory<%1$sFactory.Settings> {
                    public record Settings(@Key("how many groups") int groups) {}
                    public int apiVersion() { return API_VERSION; }
                    public String type() { return "%2$s"; }
                    public String description() { return "deals items out"; }
                    public Class<Settings> configType() { return Settings.class; }
                    public BulkRouter create(Settings settings, RouterContext context) {
                        if (settings.groups() == 0) throw new IllegalArgumentException("no groups in " + context.cluster());
                        return (action, position, groups) ->
                                groups.intern(context.cluster(), null, position %% settings.groups());
                    }
                }
                """.formatted(name, type));
        routerServices += "plugin." + name + "Factory\n";
        return this;
    }

    /** Adds a factory {@code NAMEFactory} of queues, which cannot be opened. */
    public PluginJar queue(String name, String type) {
        source(name + "Factory", """
                public final class %1$sFactory implements QueueFactory<%1$sFactory.Settings> {
                    public record Settings(@Key("where records are kept") String place) {}
                    public int apiVersion() { return API_VERSION; }
                    public String type() { return "%2$s"; }
                    public String description() { return "keeps records"; }
                    public Class<Settings> configType() { return Settings.class; }
                    public int lanes(Settings settings) { return settings.place().length(); }
                    public void check(Settings settings, QueueContext context) throws java.io.IOException {
                        if (settings.place().equals("nowhere")) throw new java.io.IOException("there is no nowhere");
                    }
                    public RecordQueue open(Settings settings, QueueContext context) throws java.io.IOException {
                        throw new java.io.IOException(settings.place() + " is no place for " + context.name());
                    }
                }
                """.formatted(name, type));
        queueServices += "plugin." + name + "Factory\n";
        return this;
    }

    public PluginJar services(String text) {
        services = text;
        return this;
    }

    /** Compiles and writes the jar. */
    public Path write(Path jar) throws IOException {
        Path classes = Files.createTempDirectory("plugin-classes");
        try {
            return write(classes, jar);
        } finally {
            delete(classes);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private Path write(Path classes, Path jar) throws IOException {
        Files.createDirectories(jar.getParent());
        Path manifests = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(manifests.resolve("io.sluice.api.FilterFactory"), services);
        Files.writeString(manifests.resolve("io.sluice.api.BulkRouterFactory"), routerServices);
        Files.writeString(manifests.resolve("io.sluice.api.QueueFactory"), queueServices);
        compile(classes);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> entries = Files.walk(classes)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
                Files.copy(entry, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private void compile(Path classes) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(
                "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-Xlint:none");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            if (!compiler.getTask(null, files, null, options, null, sources).call()) {
                throw new IllegalStateException("the plugin does not compile");
            }
        }
    }
}
