package io.sluice.filters.tenant.placement;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * A gateway in the table.
 *
 * @param name for the operator
 * @param places what identifies the places that it was configured with; empty if it did not say so
 * @param lease for how long it decides requests without having seen the table; zero if it did not say so
 * @param leaving whether it was silent for so long that it is taken out; it decides no request until it has entered itself anew
 */
record GatewayEntry(String name, String places, Duration lease, boolean leaving) {

    /** One of this process: its machine, its number there, and which of its filters. May ask for the machine's name, which blocks. */
    static GatewayEntry here(String filter, String places, Duration lease) {
        return new GatewayEntry(host() + " " + ProcessHandle.current().pid() + " " + filter, places, lease, false);
    }

    /** The same one, taken out. */
    GatewayEntry left() {
        return new GatewayEntry(name, places, lease, true);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
