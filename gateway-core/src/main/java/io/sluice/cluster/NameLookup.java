package io.sluice.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Finds the IP addresses of a host. Blocks for a bounded time, so not for event loops. */
public interface NameLookup {

    /**
     * The addresses of a name; of an address literal the address itself.
     *
     * @throws IOException if there are none, or no name server answered in time
     */
    List<InetAddress> lookup(String host) throws IOException;
}
