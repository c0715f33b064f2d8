package io.sluice.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartPageTest {
    @TempDir
    private Path directory;

    @Test
    void loadsNothingAndRunsNothing() throws IOException {
        String page = page("title").replace("http://www.w3.org/2000/svg", "");

        assertThat(page)
                .doesNotContain("http:", "https:", "src=", "href=", "url(", "@import", "<script>")
                .doesNotContain("@TITLE@", "@BODY@", "@DATA@");
    }

    @Test
    void holdsTextTablesAndFigures() throws IOException {
        assertThat(page("title"))
                .contains(
                        "class=\"finding\">REST takes 5% more",
                        "<li>one &lt;b&gt;</li>", "<td>1.05</td>", "{\"ratio\":1.05}");
    }

    @Test
    void aTitleCannotBreakOut() throws IOException {
        assertThat(page("</title><script>alert(1)</script>")).doesNotContain("<script>alert");
    }

    @Test
    void isDrawnByABrowserAtEveryWidth() throws Exception {
        HeadlessBrowser browser = new HeadlessBrowser(directory);
        for (String size : new String[] {"1280,1000", "500,1000"}) {
            assertThat(browser.drawn(page("title"), size)).contains("<svg ");
        }
    }

    @Test
    void aTableIsReadOnATerminalToo() {
        assertThat(table().text()).isEqualTo("""
                Ratios
                style  ratio
                rest    1.05
                """);
    }

    @Test
    void aRowHasACellForEachHeading() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table("t", "", List.of("a", "b"), List.of(List.of("1"))));
    }

    private static Table table() {
        return new Table("Ratios", "to transport", List.of("style", "ratio"), List.of(List.of("rest", "1.05")));
    }

    private static String page(String title) throws IOException {
        Axis rates = Axis.of("searches a second", Scale.LINEAR, Labels::count);
        Axis times = Axis.of("latency", Scale.LOG, Labels::millis);
        Series series =
                Series.of("rest", List.of(new Point(1000, 1, 0.5, 2), new Point(2000, 9, 5, 20)), Series.Spread.BAND);
        LineChart chart = new LineChart("Latency", "open loop", rates, times, List.of(series));
        return new ChartPage(title, "a subtitle")
                .finding("REST takes 5% more")
                .findings(List.of("one <b>", "two"))
                .heading("Searches")
                .paragraph("How it was measured.")
                .chart(chart)
                .chart(chart)
                .table(table())
                .html(new ObjectMapper().createObjectNode().put("ratio", 1.05));
    }
}
