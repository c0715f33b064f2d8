package io.sluice.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class LineChartTest {
    private static final Axis SIZES =
            new Axis("documents a bulk", Scale.LINEAR, Labels::count, List.of(5_000d, 10_000d, 50_000d));
    private static final Axis RATE = Axis.of("documents a second", Scale.LINEAR, Labels::count);

    @Test
    void drawsALineAMarkerAndWhiskersForEachPoint() throws Exception {
        Series series = Series.of(
                "rest", List.of(new Point(5_000, 80, 70, 90), new Point(50_000, 100, 95, 105)), Series.Spread.WHISKERS);

        Document svg = svg(chart(series), Canvas.WIDE);

        assertThat(ofClass(svg, "line", "line c0")).isEmpty();
        assertThat(ofClass(svg, "path", "line c0")).hasSize(1);
        assertThat(ofClass(svg, "path", "marker c0")).hasSize(2);
        assertThat(ofClass(svg, "line", "whisker c0")).hasSize(6);
        assertThat(ofClass(svg, "path", "marker c0").getFirst().getTextContent())
                .isEqualTo("rest, 5000: 80 (70 .. 90)");
    }

    @Test
    void placesPointsByTheAxes() throws Exception {
        Series series = Series.of("rest", List.of(Point.of(0, 0), Point.of(50, 100)), Series.Spread.NONE);

        String path = ofClass(svg(chart(series), Canvas.WIDE), "path", "line c0")
                .getFirst()
                .getAttribute("d");

        String[] ends = path.substring(1).split("L");
        assertThat(ends[0]).isEqualTo("%d.0,%d.0".formatted(Canvas.LEFT, Canvas.TOP + Canvas.WIDE.plotHeight()));
        double y = Double.parseDouble(ends[1].split(",")[1]);
        assertThat(y).isCloseTo(Canvas.TOP + Canvas.WIDE.plotHeight() * (1 - 1 / 1.06), within(0.1));
    }

    @Test
    void aBandGoesAroundTheLine() throws Exception {
        Series series = Series.of("rest", List.of(new Point(0, 2, 1, 3), new Point(10, 4, 3, 5)), Series.Spread.BAND);

        String band = ofClass(svg(chart(series), Canvas.WIDE), "path", "band c0")
                .getFirst()
                .getAttribute("d");

        assertThat(band).matches("M[\\d.,]+L[\\d.,]+L[\\d.,]+L[\\d.,]+Z");
    }

    @Test
    void labelsThatWouldTouchAreLeftOutOnANarrowScreen() throws Exception {
        List<Double> many = new ArrayList<>();
        for (double size = 10_000; size <= 200_000; size += 10_000) {
            many.add(size);
        }
        Axis crowded = new Axis("documents", Scale.LINEAR, Labels::count, many);
        Series series = Series.of("rest", List.of(Point.of(200_000, 1)), Series.Spread.NONE);
        LineChart chart = new LineChart("t", "", crowded, RATE, List.of(series));

        List<Element> labels = ofAnchor(svg(chart, Canvas.NARROW), "middle");

        assertThat(labels.size()).isBetween(2, 8);
        double last = -1;
        for (Element label : labels) {
            double x = Double.parseDouble(label.getAttribute("x"));
            assertThat(x - last).isGreaterThan(label.getTextContent().length() * 6);
            last = x;
        }
    }

    @Test
    void theLastLabelStaysWithinTheDrawing() throws Exception {
        Axis percentiles = new Axis("percentile", Scale.LINEAR, tick -> tick + "99%", List.of(0d, 99.99));
        Series series = Series.of("rest", List.of(Point.of(0, 1), Point.of(99.99, 2)), Series.Spread.NONE);

        Element last = ofAnchor(
                        svg(new LineChart("t", "", percentiles, RATE, List.of(series)), Canvas.NARROW), "middle")
                .getLast();

        double half = last.getTextContent().length() * 6.6 / 2;
        assertThat(Double.parseDouble(last.getAttribute("x")) + half).isLessThanOrEqualTo(Canvas.NARROW.width + 0.1);
    }

    @Test
    void aSeriesWithoutPointsKeepsItsPlaceAndSaysSo() throws Exception {
        Series missing = Series.of("transport", List.of(), Series.Spread.NONE);
        Series there = Series.of("rest", List.of(Point.of(1, 1)), Series.Spread.NONE);

        LineChart chart = chart(missing, there);

        assertThat(ofClass(svg(chart, Canvas.WIDE), "path", "line c1")).hasSize(1);
        assertThat(chart.html()).contains("transport (not measured)");
    }

    @Test
    void aChartOfNothingSaysSo() {
        assertThat(chart(Series.of("rest", List.of(), Series.Spread.NONE)).html())
                .contains("Nothing was measured");
    }

    @Test
    void namesCannotBreakOutOfTheDrawing() throws Exception {
        Series series = Series.of("<script>\"&", List.of(Point.of(1, 1)), Series.Spread.NONE);

        LineChart chart = chart(series);

        assertThat(chart.html()).doesNotContain("<script>");
        assertThat(ofClass(svg(chart, Canvas.WIDE), "path", "marker c0")
                        .getFirst()
                        .getTextContent())
                .startsWith("<script>\"&");
    }

    @Test
    void pointsRunFromLeftToRight() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Series.of("x", List.of(Point.of(2, 1), Point.of(1, 1)), Series.Spread.NONE));
    }

    @Test
    void aPointLiesWithinItsSpread() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Point(1, 5, 6, 7));
        assertThatIllegalArgumentException().isThrownBy(() -> Point.of(1, Double.NaN));
    }

    private static LineChart chart(Series... series) {
        return new LineChart("Bulks", "five trials", SIZES, RATE, List.of(series));
    }

    private static Document svg(LineChart chart, Canvas canvas) throws Exception {
        byte[] svg = chart.svg(canvas).getBytes(StandardCharsets.UTF_8);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
    }

    private static List<Element> ofClass(Document svg, String element, String kind) {
        return having(svg, element, "class", kind);
    }

    private static List<Element> ofAnchor(Document svg, String anchor) {
        return having(svg, "text", "text-anchor", anchor);
    }

    private static List<Element> having(Document svg, String element, String attribute, String value) {
        NodeList all = svg.getElementsByTagName(element);
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i) instanceof Element one
                    && one.getAttribute(attribute).equals(value)) {
                found.add(one);
            }
        }
        return found;
    }
}
