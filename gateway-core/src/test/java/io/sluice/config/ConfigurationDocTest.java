package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps docs/configuration.md true: its tables are those of the records. {@code -Dsluice.docs.update=true} writes them anew. */
class ConfigurationDocTest {

    private static final Path DOC = Path.of("..", "docs", "configuration.md");
    private static final String BEGIN = "<!-- keys: made of the code, do not edit -->\n";
    private static final String END = "<!-- end of keys -->";

    @Test
    void listsEveryKeyWithItsTypeDefaultAndMeaning() throws IOException {
        // Given
        String doc = Files.readString(DOC);
        int begin = doc.indexOf(BEGIN) + BEGIN.length();
        int end = doc.indexOf(END);

        // When
        String tables = tables();
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.writeString(DOC, doc.substring(0, begin) + tables + doc.substring(end));
        }

        // Then
        assertThat(doc.substring(begin, end)).isEqualTo(tables);
    }

    private static String tables() {
        Map<String, List<KeyRow>> sections = KeyRow.of(GatewayConfig.class).stream()
                .collect(Collectors.groupingBy(
                        row -> row.path().split("[.\\[]", 2)[0], LinkedHashMap::new, Collectors.toList()));
        StringBuilder text = new StringBuilder();
        sections.forEach((name, rows) -> text.append(table(name, rows)));
        return text.toString();
    }

    private static String table(String name, List<KeyRow> rows) {
        String head = "\n## " + name + "\n\n" + capital(rows.getFirst().description())
                + ".\n\n| key | type | default | meaning |\n|---|---|---|---|\n";
        return rows.stream()
                .skip(1)
                .map(row -> "| `" + row.path() + "` | " + row.type().replace("|", "\\|") + " | " + code(row.def())
                        + " | " + row.description() + " |\n")
                .collect(Collectors.joining("", head, "\n"));
    }

    private static String code(String def) {
        return def.isEmpty() || def.equals("required") ? def : "`" + def + "`";
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
