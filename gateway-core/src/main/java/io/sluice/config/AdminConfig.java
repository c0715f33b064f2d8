package io.sluice.config;

import io.sluice.api.Key;
import java.util.List;
import java.util.regex.Pattern;

/** The admin endpoint. It has no authentication of its own, so it should stay on a loopback or management address. */
public record AdminConfig(
        @Key(value = "whether the endpoint is opened", def = "true")
        boolean enabled,

        @Key(value = "address and port; port 0 takes a free one", def = "127.0.0.1:2900")
        HostPort bind,

        @Key(
                "further names by which the endpoint is reached, without port; requests with any other Host than these, loopback"
                        + " names and the address that is bound are refused")
        List<String> hosts) {

    // What a Host header can hold, in lower case and without a port.
    private static final Pattern HOST = Pattern.compile("[a-z0-9._-]+|\\[[0-9a-f:.]+]", Pattern.CASE_INSENSITIVE);

    public AdminConfig {
        hosts = List.copyOf(hosts);
        Checks checks = new Checks();
        for (String host : hosts) {
            checks.require(
                    HOST.matcher(host).matches(), "a host is a name or an address without a port, not '" + host + "'");
        }
        checks.done();
    }
}
