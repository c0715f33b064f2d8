package io.sluice.bench.chart;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The charts of a {@link ChartPage} as pictures that stand alone: each with its title, its legend and the page's colours, light and
 * dark. They are taken from the page, so those of a study that ran long ago can be had without running it again.
 */
public final class Pictures {
    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);
    private static final Pattern SECTION = Pattern.compile(
            "<section>(?:(?!</section>).)*?<div class=\"wide-plot\">(.*?)</div>(?:(?!</section>).)*?(<ul class=\"legend\">.*?</ul>)",
            Pattern.DOTALL);
    private static final int WIDTH = Canvas.WIDE.width + 20;
    private static final int TITLE = 30;
    private static final int LINE = 20;
    private static final int KEY = 30;
    private static final double LETTER = 7;
    /** The page stretches drawings to its width; within a picture they have the size of their text. */
    private static final Pattern STRETCHED = Pattern.compile("^svg \\{.*\\}$", Pattern.MULTILINE);

    private static final String SIZED =
            "<svg width=\"%d\" height=\"%d\" ".formatted(Canvas.WIDE.width, Canvas.WIDE.height);

    private Pictures() {}

    /**
     * Every chart in which something was measured, by a name made of its title, in the page's order.
     *
     * @param page the HTML of a {@link ChartPage}
     * @throws IOException if it is none, or one without a chart
     */
    public static Map<String, String> of(String page) throws IOException {
        Matcher style = STYLE.matcher(page);
        Matcher section = SECTION.matcher(page);
        if (!style.find() || !section.find()) {
            throw new IOException("no page with charts");
        }
        Map<String, String> pictures = new LinkedHashMap<>();
        do {
            Element drawing = parsed(section.group(1));
            String title = drawing.getAttribute("aria-label");
            pictures.put(
                    unusedName(title, pictures),
                    picture(style.group(1), title, section.group(1), legend(section.group(2))));
        } while (section.find());
        return pictures;
    }

    private static String unusedName(String title, Map<String, String> used) {
        String name =
                title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String free = name;
        for (int i = 2; used.containsKey(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    private static String picture(String style, String title, String drawing, List<Entry> legend) {
        StringBuilder keys = new StringBuilder();
        double x = 10;
        double y = TITLE + Canvas.WIDE.height + 14;
        for (Entry entry : legend) {
            double width = KEY + entry.name().length() * LETTER + 10;
            if (x > 10 && x + width > WIDTH) {
                x = 10;
                y += LINE;
            }
            keys.append(String.format(
                    Locale.ROOT,
                    "<g transform=\"translate(%.0f,%.0f)\">%s<text x=\"%d\" y=\"10\">%s</text></g>%n",
                    x,
                    y,
                    entry.key(),
                    KEY,
                    Markup.escaped(entry.name())));
            x += width;
        }
        long height = Math.round(y) + LINE;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" font-family="system-ui, sans-serif">
                <style>%3$s</style>
                <rect width="%1$d" height="%2$d" rx="8" style="fill:var(--card);stroke:var(--line)"/>
                <text x="10" y="20" style="fill:var(--ink);font-size:14px;font-weight:600">%4$s</text>
                <g transform="translate(10,%5$d)">%6$s</g>
                %7$s</svg>
                """.formatted(
                        WIDTH,
                        height,
                        STRETCHED.matcher(style).replaceFirst(""),
                        Markup.escaped(title),
                        TITLE,
                        drawing.replaceFirst("<svg ", SIZED),
                        keys);
    }

    /** One line of a chart: how it is drawn, as markup, and its name. */
    private record Entry(String key, String name) {}

    private static List<Entry> legend(String list) throws IOException {
        Matcher item = Pattern.compile("<li><svg[^>]*>(.*?)</svg>(.*?)</li>", Pattern.DOTALL)
                .matcher(list);
        NodeList names = parsed(list).getElementsByTagName("li");
        List<Entry> entries = new ArrayList<>();
        while (item.find()) {
            entries.add(new Entry(item.group(1), names.item(entries.size()).getTextContent()));
        }
        return entries;
    }

    private static Element parsed(String markup) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(markup)))
                    .getDocumentElement();
        } catch (SAXException e) {
            throw new IOException("a chart that is not well formed: " + e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("every JDK has these features", e);
        }
    }
}
