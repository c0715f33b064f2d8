package io.sluice.bench.cli;

import io.sluice.bench.chart.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice-bench charts}: the charts of a comparison's page as pictures, for a document or a slide. */
@Command(
        name = "charts",
        mixinStandardHelpOptions = true,
        description = "Writes each chart of a comparison's page as an SVG file of its own.")
final class ChartsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PAGE", description = "The HTML page that a comparison left.")
    private Path page;

    @Option(
            names = "--out",
            required = true,
            description = "Directory; made if it is missing. Files are named by the page and the chart.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        Map<String, String> pictures = Pictures.of(Files.readString(page));
        String study = page.getFileName().toString().replaceFirst("\\.html$", "");
        Files.createDirectories(out);
        for (Map.Entry<String, String> picture : pictures.entrySet()) {
            Path file = out.resolve(study + "-" + picture.getKey() + ".svg");
            Files.writeString(file, picture.getValue());
            spec.commandLine().getOut().println(file);
        }
        return 0;
    }
}
