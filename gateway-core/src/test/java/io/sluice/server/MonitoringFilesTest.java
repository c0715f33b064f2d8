package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.failure.FailureKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The dashboard and the alert rules name metrics and labels that a scrape of a gateway has, and each alert is explained. */
class MonitoringFilesTest {
    private static final Path DASHBOARD = Path.of("..", "config", "grafana-dashboard.json");
    private static final Path ALERTS = Path.of("..", "config", "prometheus-alerts.yml");
    private static final Path DOC = Path.of("..", "docs", "operations.md");
    private static final Pattern SERIES = Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");
    /** Without those of single filters, which tests of the distribution look for. */
    private static final Pattern NAME =
            Pattern.compile("\\b((?:sluice|process|jvm)_(?!filter_(?!call_))[a-z_]+)(?:\\{([^}]*)})?");

    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(?:=~|!~|!=|=)");
    private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?([a-z_]+)\\s*}}");
    /** What Prometheus adds to each series. */
    private static final Set<String> ADDED = Set.of("instance", "job");

    @TempDir
    Path files;

    /** An expression with the texts that show its labels. */
    private record Shown(String expression, List<String> texts) {}

    @Test
    void nameMetricsAndLabelsThatAScrapeHas() throws Exception {
        // Given
        Map<String, Set<String>> scraped = labelsByName(ScrapedTraffic.scrape(files));

        // When
        List<Shown> all = new ArrayList<>(alerts());
        all.addAll(panels());

        // Then
        assertThat(all).hasSizeGreaterThan(30);
        for (Shown shown : all) {
            Set<String> labels = new TreeSet<>(ADDED);
            Matcher name = NAME.matcher(shown.expression);
            while (name.find()) {
                assertThat(scraped).as(shown.expression).containsKey(name.group(1));
                labels.addAll(scraped.get(name.group(1)));
                String matchers = name.group(2) == null ? "" : name.group(2);
                assertThat(labels).as(shown.expression).containsAll(groups(MATCHER, matchers));
            }
            for (String list : groups(BY, shown.expression)) {
                assertThat(labels).as(shown.expression).contains(list.split("\\s*,\\s*"));
            }
            for (String text : shown.texts) {
                assertThat(labels).as(text).containsAll(groups(LEGEND, text));
            }
        }
    }

    @Test
    void haveASectionForEachAlert() throws Exception {
        // Given
        String doc = Files.readString(DOC);
        Set<String> named = new TreeSet<>();
        for (JsonNode rule : rules()) {
            named.add(rule.path("alert").asText());
        }

        // When
        List<String> sections = groups(Pattern.compile("(?m)^### (Sluice\\w+)$"), doc);

        // Then
        assertThat(sections).containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void giveEachAlertASeverityAndASummary() throws Exception {
        for (JsonNode rule : rules()) {
            assertThat(rule.path("labels").path("severity").asText()).isIn("warning", "critical");
            assertThat(rule.path("annotations").path("summary").asText()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellFailuresOfTheGatewayAndTheNodesFromThoseOfClientsAndFromFullness(FailureKind kind) throws Exception {
        assertThat(isIn(expression("SluiceFailures"), Pattern.compile("failure!~\"([^\"]*)\""), kind))
                .isEqualTo(!isFailure(kind));
        assertThat(isIn(expression("SluiceOverloaded"), Pattern.compile("failure=\"([^\"]*)\""), kind))
                .isEqualTo(kind == FailureKind.OVERLOADED);
    }

    private static boolean isFailure(FailureKind kind) {
        return switch (kind) {
            case BAD_REQUEST, REJECTED, TOO_LARGE, CLIENT_TIMEOUT, CLIENT_GONE, OVERLOADED -> false;
            case FILTER_FAILED,
                    ANSWER_WITHHELD,
                    FILTER_TIMEOUT,
                    FILTER_UNAVAILABLE,
                    NO_UPSTREAM,
                    UPSTREAM_CONNECT,
                    UPSTREAM_TIMEOUT,
                    UPSTREAM_RESET,
                    UPSTREAM_ANSWER,
                    OUTCOME_UNKNOWN,
                    NOT_EXECUTED,
                    SPOOL_FAILED,
                    QUEUE_FAILED,
                    INTERNAL -> true;
        };
    }

    private static boolean isIn(String expression, Pattern matcher, FailureKind kind) {
        return groups(matcher, expression).stream()
                .flatMap(kinds -> Stream.of(kinds.split("\\|")))
                .anyMatch(kind.tag()::equals);
    }

    @Test
    void sayThatTheGatewayIsFullWhateverOfItIs() throws Exception {
        assertThat(expression("SluiceOverloaded")).contains("sluice_refused_total", "sluice_request_seconds_count");
    }

    @Test
    void allowViewsToBeReadAsSeldomAsIsConfigured() throws Exception {
        assertThat(expression("SluiceViewOld")).contains("sluice_view_interval_seconds");
    }

    private static String expression(String alert) throws Exception {
        for (JsonNode rule : rules()) {
            if (rule.path("alert").asText().equals(alert)) {
                return rule.path("expr").asText();
            }
        }
        throw new IllegalArgumentException(alert);
    }

    private static JsonNode rules() throws Exception {
        return new YAMLMapper()
                .readTree(Files.readString(ALERTS))
                .path("groups")
                .get(0)
                .path("rules");
    }

    private static List<Shown> alerts() throws Exception {
        List<Shown> all = new ArrayList<>();
        for (JsonNode rule : rules()) {
            String summary = rule.path("annotations").path("summary").asText();
            all.add(new Shown(rule.path("expr").asText(), List.of(summary)));
        }
        return all;
    }

    private static List<Shown> panels() throws Exception {
        List<Shown> all = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper().readTree(DASHBOARD.toFile()).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String legend = target.path("legendFormat").asText();
                all.add(new Shown(target.path("expr").asText(), List.of(legend)));
            }
        }
        return all;
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static Map<String, Set<String>> labelsByName(String scrape) {
        Map<String, Set<String>> labels = new TreeMap<>();
        for (String line : scrape.lines().toList()) {
            Matcher series = SERIES.matcher(line);
            if (series.matches()) {
                Set<String> own = labels.computeIfAbsent(series.group(1), name -> new TreeSet<>());
                own.addAll(groups(LABEL, series.group(2) == null ? "" : series.group(2)));
            }
        }
        return labels;
    }
}
