package io.sluice.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class PicturesTest {
    private static final Axis AXIS = Axis.of("documents", Scale.LINEAR, Labels::count);

    @Test
    void eachChartStandsAloneWithTitleLegendAndColours() throws Exception {
        Map<String, String> pictures =
                Pictures.of(page(chart("Bulks: noop", "rest", "a < b"), chart("Bulks: real", "rest")));

        assertThat(pictures).containsOnlyKeys("bulks-noop", "bulks-real");
        Document svg = parsed(pictures.get("bulks-noop"));
        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg.getDocumentElement().getTextContent())
                .contains("Bulks: noop", "rest", "a < b", "--c0", "documents");
        assertThat(pictures.get("bulks-real")).doesNotContain("a &lt; b");
        assertThat(pictures.get("bulks-noop"))
                .as("browsers stretch a drawing in a drawing that has no size of its own")
                .contains("<svg width=\"620\" height=\"300\" ")
                .doesNotContain("height: auto");
        assertThat(pictures.get("bulks-noop").replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http:", "https:", "<script", "narrow-plot\"");
    }

    @Test
    void chartsOfOneTitleGetNamesOfTheirOwn() throws Exception {
        assertThat(Pictures.of(page(chart("CPU", "a"), chart("CPU", "b"), chart("CPU", "c"))))
                .containsOnlyKeys("cpu", "cpu-2", "cpu-3");
    }

    @Test
    void aChartOfNothingIsLeftOutAndTakesNothingFromTheNext() throws Exception {
        LineChart nothing =
                new LineChart("Nothing", "", AXIS, AXIS, List.of(Series.of("x", List.of(), Series.Spread.NONE)));

        Map<String, String> pictures = Pictures.of(page(nothing, chart("There", "y")));

        assertThat(pictures).containsOnlyKeys("there");
        assertThat(pictures.get("there")).contains(">y<");
    }

    @Test
    void aLongLegendGoesOnInTheNextLine() throws Exception {
        String[] names = new String[12];
        for (int i = 0; i < names.length; i++) {
            names[i] = "a style with a name " + i;
        }

        String picture = Pictures.of(page(chart("Many", names))).get("many");

        double height = Double.parseDouble(
                parsed(picture).getDocumentElement().getAttribute("viewBox").split(" ")[3]);
        assertThat(height).isGreaterThan(Canvas.WIDE.height + 100);
        for (String name : names) {
            assertThat(picture).contains(">" + name + "<");
        }
    }

    @Test
    void whatIsNoPageWithChartsIsRefused() throws IOException {
        String empty = new ChartPage("none", "").html(new ObjectMapper().createObjectNode());

        for (String page : new String[] {"", "<html></html>", empty}) {
            assertThatThrownBy(() -> Pictures.of(page))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no page with charts");
        }
    }

    private static LineChart chart(String title, String... names) {
        List<Series> series = Arrays.stream(names)
                .map(name -> Series.of(name, List.of(Point.of(1, 1), Point.of(2, 3)), Series.Spread.NONE))
                .toList();
        return new LineChart(title, "a note", AXIS, AXIS, series);
    }

    private static String page(LineChart... charts) throws IOException {
        ChartPage page = new ChartPage("A study", "").finding("found");
        for (LineChart chart : charts) {
            page.chart(chart);
        }
        return page.html(new ObjectMapper().createObjectNode().put("ratio", 1));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
