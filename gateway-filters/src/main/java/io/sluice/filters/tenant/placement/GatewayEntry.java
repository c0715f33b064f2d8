package io.sluice.filters.tenant.placement;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A gateway in the table.
 *
 * @param name for the operator
 * @param leaving whether it was silent for so long that it is taken out; it decides no request until it has entered itself anew
 */
record GatewayEntry(String name, boolean leaving) {

    /** One of this process: its machine, its number there, and which of its filters. May ask for the machine's name, which blocks. */
    static GatewayEntry here(String filter) {
        return new GatewayEntry(host() + " " + ProcessHandle.current().pid() + " " + filter, false);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
