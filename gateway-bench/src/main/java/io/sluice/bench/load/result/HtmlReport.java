package io.sluice.bench.load.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A result as one HTML page with charts, which loads nothing from anywhere. The figures are in it as JSON. */
public final class HtmlReport {
    private static final int STEPS_TO_HALF = 5;

    private HtmlReport() {}

    /** The page. */
    public static String of(LoadResult result) throws IOException {
        try (InputStream template =
                Objects.requireNonNull(HtmlReport.class.getResourceAsStream("/report/load.html"), "no template")) {
            String page = new String(template.readAllBytes(), StandardCharsets.UTF_8);
            return page.replace("@TITLE@", Markup.escaped(result.scenario()))
                    .replace("@DATA@", Markup.inScript(data(result).toString()));
        }
    }

    private static ObjectNode data(LoadResult result) {
        ObjectNode data = LoadJson.of(result);
        ObjectNode percentiles = data.putObject("percentiles");
        percentiles.set("latency", curve(data.arrayNode(), result.recorder().latency()));
        percentiles.set("service", curve(data.arrayNode(), result.recorder().service()));
        return data;
    }

    /** Pairs of a share of all requests and the nanoseconds that it stayed within; ever closer steps towards all. */
    private static ArrayNode curve(ArrayNode into, Histogram values) {
        for (HistogramIterationValue step : values.percentiles(STEPS_TO_HALF)) {
            into.addArray().add(step.getPercentileLevelIteratedTo() / 100).add(step.getValueIteratedTo());
        }
        return into;
    }
}
