package io.sluice.bench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.chart.HeadlessBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void holdsTheFiguresOfTheResult() throws IOException {
        LoadResult result = bulks("bulks");

        JsonNode data = data(HtmlReport.of(result));

        JsonNode json = new ObjectMapper().readTree(LoadJson.of(result).toString());
        json.fieldNames().forEachRemaining(name -> assertThat(data.get(name)).isEqualTo(json.get(name)));
        assertThat(data.at("/statuses/200").asLong()).isEqualTo(180);
        assertThat(data.at("/items/statuses/429").asLong()).isEqualTo(180);
        assertThat(data.at("/each_second/1/statuses/503").asLong()).isEqualTo(8);
        assertThat(data.at("/settings/target").asText()).isEqualTo("127.0.0.1:9200");
    }

    @Test
    void drawsThePercentilesUpToTheLongestLatency() throws IOException {
        LoadResult result = bulks("bulks");

        JsonNode curve = data(HtmlReport.of(result)).at("/percentiles/latency");

        JsonNode last = curve.get(curve.size() - 1);
        assertThat(last.get(0).asDouble()).isEqualTo(1);
        assertThat(last.get(1).asLong()).isEqualTo(result.recorder().latency().getMaxValue());
        for (int i = 1; i < curve.size(); i++) {
            assertThat(curve.get(i).get(0).asDouble())
                    .isGreaterThan(curve.get(i - 1).get(0).asDouble());
            assertThat(curve.get(i).get(1).asLong())
                    .isGreaterThanOrEqualTo(curve.get(i - 1).get(1).asLong());
        }
    }

    @Test
    void aNameCannotBreakOutOfTheData() throws IOException {
        String name = "</script><script>alert(1)</script>";

        String page = HtmlReport.of(bulks(name));

        assertThat(data(page).path("scenario").asText()).isEqualTo(name);
        assertThat(page).doesNotContain(name).doesNotContain("<script>alert");
    }

    @Test
    void loadsNothing() throws IOException {
        String page = HtmlReport.of(bulks("bulks")).replace("http://www.w3.org/2000/svg", "");

        assertThat(page).doesNotContain("http:", "https:", "src=", "href=", "url(", "@import", "fetch(");
    }

    @Test
    void isDrawnByABrowser() throws Exception {
        HeadlessBrowser browser = new HeadlessBrowser(directory);
        for (LoadResult result : new LoadResult[] {bulks("bulks"), searches(), nothing()}) {
            for (String size : new String[] {"1280,1000", "500,1000"}) {
                String dom = browser.drawn(HtmlReport.of(result), size);

                assertThat(dom).contains(">Settings<", "127.0.0.1:9200").doesNotContain("NaN", "undefined", "Infinity");
                boolean bulks = result.recorder().items().total() > 0;
                assertThat(charts(dom)).isEqualTo(result.recorder().requests() == 0 ? 0 : bulks ? 4 : 3);
            }
        }
    }

    private static long charts(String dom) {
        return Pattern.compile("<svg ").matcher(dom).results().count();
    }

    private static JsonNode data(String page) throws IOException {
        Matcher data = DATA.matcher(page);
        assertThat(data.find()).isTrue();
        return new ObjectMapper().readTree(data.group(1));
    }

    /** Two and a half seconds of bulks with three items each, one of which is rejected; some are turned away as a whole. */
    private static LoadResult bulks(String name) {
        Recorder recorder = new Recorder();
        StatusCounts items = new StatusCounts();
        items.add(200);
        items.add(201);
        items.add(429);
        for (int i = 0; i < 200; i++) {
            boolean turnedAway = i % 10 == 0;
            Outcome outcome = turnedAway
                    ? new Outcome(Outcome.Kind.STATUS, 503, new StatusCounts(), 10)
                    : new Outcome(Outcome.Kind.ITEMS, 200, items, 1000);
            recorder.record("bulk", outcome, TimeUnit.MICROSECONDS.toNanos(500 + i * i), 400_000, i / 80);
        }
        return result(name, "closed", recorder);
    }

    private static LoadResult searches() {
        Recorder recorder = new Recorder();
        for (int i = 0; i < 60; i++) {
            Outcome outcome = new Outcome(Outcome.Kind.SUCCESS, 200, new StatusCounts(), 10);
            recorder.record(i % 2 == 0 ? "a" : "b", outcome, i < 59 ? 1_000_000 : 1_000_000_000, 900_000, i / 20);
        }
        recorder.record("a", Outcome.unanswered(Outcome.Kind.TIMEOUT), 2_000_000_000, 2_000_000_000, 2);
        return result("searches", "open, 20/s, Poisson arrivals", recorder);
    }

    private static LoadResult nothing() {
        return result("nothing", "closed", new Recorder());
    }

    private static LoadResult result(String name, String loop, Recorder recorder) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("target", "127.0.0.1:9200");
        settings.put("loop", loop);
        settings.put("ended", "2026-11-21T12:00:00Z");
        return new LoadResult(
                name, new LoadResult.Settings(8, 1, settings), 2.5, 0.4, new StubUse(2, 2.5, 1), recorder);
    }
}
