package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/http.md names for its rules exist. */
class HttpDocTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Path ROOT = Path.of("..");

    @Test
    void namesTestsThatExist() throws IOException {
        Matcher named = NAMED.matcher(Files.readString(ROOT.resolve("docs/http.md")));
        List<String> missing = new ArrayList<>();
        int count = 0;
        while (named.find()) {
            count++;
            if (!exists(named.group(1), named.group(2))) {
                missing.add(named.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(count).isGreaterThan(50);
    }

    private static boolean exists(String type, String method) throws IOException {
        for (String module : List.of("gateway-core", "gateway-filters")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                Path file = files.filter(each -> each.endsWith(type + ".java"))
                        .findFirst()
                        .orElse(null);
                if (file != null) {
                    return Files.readString(file).contains(" void " + method + "(");
                }
            }
        }
        return false;
    }
}
