package io.sluice.config;

import io.sluice.api.Key;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The admin endpoint. Without {@code auth} it has to stay on a loopback address, unless it is open on purpose. */
public record AdminConfig(
        @Key(value = "whether the endpoint is opened", def = "true")
        boolean enabled,

        @Key(value = "address and port; port 0 takes a free one", def = AdminConfig.DEFAULT_BIND)
        HostPort bind,

        @Key(
                "further names by which the endpoint is reached, without port; requests with any other Host than these, loopback"
                        + " names and the address that is bound are refused")
        List<String> hosts,

        @Key("who may read it; needed where other machines can reach it") @Nullable AdminAuthConfig auth,

        @Key(value = "whether everybody may read it although other machines can reach it", def = "false")
        boolean open) {

    static final String DEFAULT_BIND = "127.0.0.1:2900";

    // What a Host header can hold, in lower case and without a port.
    private static final Pattern HOST = Pattern.compile("[a-z0-9._-]+|\\[[0-9a-f:.]+]", Pattern.CASE_INSENSITIVE);

    public AdminConfig {
        hosts = List.copyOf(hosts);
        Checks checks = new Checks();
        checks.require(
                !enabled || bind.isLoopback() || auth != null || open,
                "other machines can reach " + bind + "; add auth with a token, or username and password, or bind it to"
                        + " 127.0.0.1; open: true lets everybody read it");
        checks.require(auth == null || !open, "auth and open: true contradict each other; remove one");
        for (String host : hosts) {
            checks.require(
                    HOST.matcher(host).matches(), "a host is a name or an address without a port, not '" + host + "'");
        }
        checks.done();
    }
}
