package io.sluice.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.conn.DnsResolver;

/**
 * Finds the seeds of a cluster for its control plane, as requests of clients find them. It gives each address of a name in turn, so that
 * one where nothing listens does not hide the others. Thread-safe.
 */
final class SeedAddresses implements DnsResolver {
    private final NameLookup names;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger(1);

    SeedAddresses(NameLookup names) {
        this.names = names;
    }

    /** The most addresses that a name had so far. */
    int most() {
        return most.get();
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        List<InetAddress> found;
        try {
            found = names.lookup(host);
        } catch (UnknownHostException e) {
            throw e;
        } catch (IOException e) {
            UnknownHostException unknown = new UnknownHostException(e.getMessage());
            unknown.initCause(e);
            throw unknown;
        }
        most.accumulateAndGet(found.size(), Math::max);
        return new InetAddress[] {found.get(Math.floorMod(turn.getAndIncrement(), found.size()))};
    }
}
