package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps the list of metrics in docs/operations.md true: it is what a scrape has after traffic of every kind. {@code
 * -Dsluice.docs.update=true} writes it anew.
 */
class MetricsDocTest {

    private static final Path DOC = Path.of("..", "docs", "operations.md");
    private static final String BEGIN = "<!-- metrics: made of a scrape, do not edit -->\n";
    private static final String END = "<!-- end of metrics -->";
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.*)");
    private static final Pattern SERIES = Pattern.compile("([a-z_]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"");
    private static final Pattern NAMED = Pattern.compile("`((?:sluice|process|system)_[a-z_]+)`");

    @TempDir
    Path files;

    /** What a scrape says of one name. */
    private static final class Family {
        private final String kind;
        private String help = "";
        private final TreeSet<String> labels = new TreeSet<>();

        Family(String kind) {
            this.kind = kind;
        }
    }

    @Test
    void listsWhatAScrapeHasAndNothingElse() throws Exception {
        // Given
        String doc = Files.readString(DOC);
        int begin = doc.indexOf(BEGIN) + BEGIN.length();
        int end = doc.indexOf(END);

        // When
        String scrape = ScrapedTraffic.scrape(files);
        Map<String, Family> families = families(scrape);
        String table = table(families);
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.writeString(DOC, doc.substring(0, begin) + table + doc.substring(end));
        }

        // Then
        assertThat(doc.substring(begin, end)).isEqualTo(table);
        List<String> named =
                NAMED.matcher(doc).results().map(name -> name.group(1)).toList();
        assertThat(families.keySet()).containsAll(named);
    }

    private static Map<String, Family> families(String scrape) {
        Map<String, Family> families = new TreeMap<>();
        List<String[]> helps = new ArrayList<>();
        for (String line : scrape.lines().toList()) {
            Matcher type = TYPE.matcher(line);
            Matcher help = HELP.matcher(line);
            Matcher series = SERIES.matcher(line);
            if (type.matches()) {
                families.put(type.group(1), new Family(type.group(2)));
            } else if (help.matches()) {
                helps.add(new String[] {help.group(1), help.group(2).strip()});
            } else if (series.matches() && series.group(2) != null) {
                Family family = familyOf(families, series.group(1));
                LABEL.matcher(series.group(2)).results().forEach(label -> family.labels.add(label.group(1)));
            }
        }
        helps.forEach(help -> families.get(help[0]).help = help[1]);
        families.values().forEach(family -> family.labels.remove("le"));
        // Those of the virtual machine differ from one to the other.
        families.keySet().removeIf(name -> name.startsWith("jvm_"));
        return families;
    }

    private static Family familyOf(Map<String, Family> families, String series) {
        Family family = families.get(series);
        return family != null ? family : families.get(series.replaceFirst("_(bucket|count|sum)$", ""));
    }

    private static String table(Map<String, Family> families) {
        return families.entrySet().stream()
                .map(entry -> "| `" + entry.getKey() + "` | " + entry.getValue().kind + " | "
                        + String.join(", ", entry.getValue().labels) + " | " + entry.getValue().help + " |\n")
                .collect(Collectors.joining("", "| name | kind | labels | meaning |\n|---|---|---|---|\n", ""));
    }
}
