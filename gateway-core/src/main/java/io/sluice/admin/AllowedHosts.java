package io.sluice.admin;

import io.netty.util.NetUtil;
import io.sluice.config.AdminConfig;
import io.sluice.config.HostPort;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@code Host} that are answered. A web page can send a browser to a name that
 * its author has pointed at a loopback address, and then read the answer; the name in {@code Host} shows this. Immutable.
 */
final class AllowedHosts {
    private final Set<String> names = new HashSet<>();
    private final boolean anyAddress;

    AllowedHosts(AdminConfig config) {
        HostPort bind = config.bind();
        names.add("localhost");
        names.add(bind.host().toLowerCase(Locale.ROOT));
        for (String host : config.hosts()) {
            names.add(bare(host.toLowerCase(Locale.ROOT)));
        }
        anyAddress = bind.isWildcard();
    }

    /** @param host the header's value; null where an old client sent none, as no browser does */
    boolean permits(@Nullable String host) {
        if (host == null) {
            return true;
        }
        String name = bare(withoutPort(host).toLowerCase(Locale.ROOT));
        InetAddress address = NetUtil.createInetAddressFromIpAddressString(name);
        return names.contains(name) || address != null && (anyAddress || address.isLoopbackAddress());
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }

    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
