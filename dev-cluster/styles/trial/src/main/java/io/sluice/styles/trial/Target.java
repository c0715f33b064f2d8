package io.sluice.styles.trial;

import java.util.Map;

/**
 * Where a style sends its requests.
 *
 * @param headers that go with every request over HTTP
 */
public record Target(String host, int port, Map<String, String> headers) {
    public Target {
        headers = Map.copyOf(headers);
    }
}
