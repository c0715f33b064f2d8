package io.sluice.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The filter of examples/custom-filter, compiled without Maven. */
final class ExamplePlugin {

    private final Distribution distribution;
    private final Path work;

    /** @param work an empty directory */
    ExamplePlugin(Distribution distribution, Path work) {
        this.distribution = distribution;
        this.work = work;
    }

    /** Puts it into the plugins of the distribution. */
    void install() throws IOException {
        Path classes = Files.createDirectory(work.resolve("classes"));
        compile(classes);
        PluginFiles.pack(classes, distribution.home().resolve("plugins/search-limit.jar"));
    }

    private void compile(Path classes) throws IOException {
        Path source = distribution.home().resolve("examples/custom-filter/src/main/java");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> sources = Files.walk(source)) {
            List<String> options = List.of(
                    "-proc:full", "-Xlint:none", "-d", classes.toString(), "-cp", PluginFiles.libraries(distribution));
            var units = files.getJavaFileObjectsFromPaths(
                    sources.filter(file -> file.toString().endsWith(".java")).toList());
            if (!compiler.getTask(null, files, null, options, null, units).call()) {
                throw new IOException("the example does not compile");
            }
        }
    }
}
