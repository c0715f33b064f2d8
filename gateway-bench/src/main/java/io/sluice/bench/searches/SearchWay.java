package io.sluice.bench.searches;

import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way for searches to a cluster.
 *
 * @param scenario what is sent on it; that of each way asks for the same, in the words that this way needs
 * @param target of every connection
 */
record SearchWay(String name, Scenario scenario, InetSocketAddress target) {
    private static final Pattern FORM = Pattern.compile("([^=]+)=(.+)@([^@]+)");

    /**
     * Reads {@code name=SCENARIO@host:port}.
     *
     * @throws IllegalArgumentException if the text has another form, or there is no such scenario
     */
    static SearchWay parse(String text) throws IOException {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("expected name=SCENARIO@host:port, got '" + text + "'");
        }
        return new SearchWay(form.group(1), ScenarioReader.read(form.group(2)), Addresses.parse(form.group(3)));
    }
}
