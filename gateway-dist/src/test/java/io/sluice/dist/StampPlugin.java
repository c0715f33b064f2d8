package io.sluice.dist;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A plugin whose filter {@code stamp} answers {@code /stamp} with the word that it was compiled with. */
final class StampPlugin {

    private static final String CODE = """
            package stamp;
            import io.sluice.api.*;
            public final class StampFactory implements FilterFactory<StampFactory.Settings> {
                public record Settings() {}
                public int apiVersion() { return FilterFactory.API_VERSION; }
                public String type() { return "stamp"; }
                public String description() { return "answers with a word"; }
                public Class<Settings> configType() { return Settings.class; }
                public Filter create(Settings settings, FilterContext context) {
                    FilterMeters.Counter seen = context.meters().counter("stamp_requests", "requests seen");
                    context.every(java.time.Duration.ofMillis(50), () -> {});
                    return new Filter() {
                        public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                            seen.add(1);
                            return head.target().rawPath().equals("/stamp")
                                    ? RequestPlan.answer(Reply.text(200, "%s"))
                                    : RequestPlan.pass();
                        }
                    };
                }
            }
            """;

    private final Distribution distribution;
    private final Path work;

    /** @param work an empty directory */
    StampPlugin(Distribution distribution, Path work) {
        this.distribution = distribution;
        this.work = work;
    }

    /** Puts a version into the plugins of the distribution, in the place of the one before at once. */
    void install(String word) throws IOException {
        Path classes = Files.createTempDirectory(work, "classes");
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("io.sluice.api.FilterFactory"), "stamp.StampFactory\n");
        compile(CODE.formatted(word), classes);
        Path jar = work.resolve("stamp.jar");
        PluginFiles.pack(classes, jar);
        Files.move(
                jar,
                distribution.home().resolve("plugins/stamp.jar"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private void compile(String code, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///stamp/StampFactory.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                };
        List<String> options = List.of(
                "-proc:none", "-Xlint:none", "-d", classes.toString(), "-cp", PluginFiles.libraries(distribution));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            if (!compiler.getTask(null, files, null, options, null, List.of(source))
                    .call()) {
                throw new IOException("the plugin does not compile");
            }
        }
    }
}
