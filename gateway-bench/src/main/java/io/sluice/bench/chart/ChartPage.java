package io.sluice.bench.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** One HTML page that loads nothing and runs no script: text, charts and tables in the order they are added. Not thread-safe. */
public final class ChartPage {
    private final String title;
    private final StringBuilder body = new StringBuilder();
    private boolean inCharts;

    /** @param subtitle a line below the title; may be empty */
    public ChartPage(String title, String subtitle) {
        this.title = title;
        body.append("<header><h1>").append(Markup.escaped(title)).append("</h1>");
        if (!subtitle.isEmpty()) {
            body.append("<p>").append(Markup.escaped(subtitle)).append("</p>");
        }
        body.append("</header>\n");
    }

    /** What a reader should take away; stands out. */
    public ChartPage finding(String text) {
        return block("<p class=\"finding\">" + Markup.escaped(text) + "</p>\n");
    }

    /** What a reader should take away, in several sentences, each on its own; stands out. */
    public ChartPage findings(List<String> sentences) {
        StringBuilder html = new StringBuilder("<ul class=\"finding\">\n");
        sentences.forEach(
                sentence -> html.append("<li>").append(Markup.escaped(sentence)).append("</li>\n"));
        return block(html.append("</ul>\n").toString());
    }

    /** A paragraph. */
    public ChartPage paragraph(String text) {
        return block("<p>" + Markup.escaped(text) + "</p>\n");
    }

    /** A heading over what follows. */
    public ChartPage heading(String text) {
        return block("<h2 class=\"part\">" + Markup.escaped(text) + "</h2>\n");
    }

    /** A chart; charts that follow one another stand side by side where there is room. */
    public ChartPage chart(LineChart chart) {
        if (!inCharts) {
            body.append("<div class=\"charts\">\n");
            inCharts = true;
        }
        body.append(chart.html());
        return this;
    }

    /** A table. */
    public ChartPage table(Table table) {
        return block(table.html());
    }

    /** The page, with the figures in it as JSON for whoever wants to read them again. */
    public String html(JsonNode figures) throws IOException {
        endCharts();
        try (InputStream template = Objects.requireNonNull(ChartPage.class.getResourceAsStream("/report/page.html"))) {
            String page = new String(template.readAllBytes(), StandardCharsets.UTF_8);
            return page.replace("@TITLE@", Markup.escaped(title))
                    .replace("@BODY@", body)
                    .replace("@DATA@", Markup.inScript(figures.toString()));
        }
    }

    private ChartPage block(String html) {
        endCharts();
        body.append(html);
        return this;
    }

    private void endCharts() {
        if (inCharts) {
            body.append("</div>\n");
            inCharts = false;
        }
    }
}
