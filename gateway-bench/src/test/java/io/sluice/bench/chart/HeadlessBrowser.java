package io.sluice.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Draws pages with the browser of this machine; the test that uses it is skipped where there is none. */
public final class HeadlessBrowser {
    private static final String OVERFLOW = "<script>document.body.setAttribute('data-overflow',"
            + " document.documentElement.scrollWidth - innerWidth)</script></body>";

    private final Path directory;

    /** @param directory for the browser's files */
    public HeadlessBrowser(Path directory) {
        this.directory = directory;
    }

    /**
     * Draws the page, fails if a script of it fails or it is wider than the window, and returns what the browser made of it, without the
     * data.
     *
     * @param size of the window, as {@code 1280,1000}
     */
    public String drawn(String page, String size) throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        assumeTrue(
                browser.isPresent(), "no chromium, chromium-browser or google-chrome on this machine draws the page");
        Path file = Files.writeString(directory.resolve("report.html"), page.replace("</body>", OVERFLOW));
        Path dom = directory.resolve("dom.html");
        Path log = directory.resolve("log.txt");
        Process process = new ProcessBuilder(
                        browser.orElseThrow().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--enable-logging=stderr",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--window-size=" + size,
                        "--dump-dom",
                        file.toUri().toString())
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                abort("the browser is too slow on this machine");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        assertThat(Files.readString(log, StandardCharsets.ISO_8859_1)).doesNotContain("Uncaught");
        String whole = Files.readString(dom);
        assertThat(whole).containsPattern("data-overflow=\"(0|-\\d+)\"");
        return whole.replaceFirst("(?s)<script type=\"application/json\".*", "");
    }

    private static Optional<Path> browser() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .map(place -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
