package io.sluice.upstream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.resolver.HostsFileEntriesResolver;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DefaultDnsCache;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.sluice.cluster.NameLookup;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses of nodes without blocking an event loop: first in the hosts file, then by DNS. Names come from the
 * configuration and from discovery, whose number is bounded, and are forgotten with their time to live, so the cache is bounded
 * too. Thread-safe.
 */
public final class NodeNames implements NameLookup, AutoCloseable {
    private static final int MAX_TTL_SECONDS = 30;
    private static final int NEGATIVE_TTL_SECONDS = 1;
    private static final long QUERY_MILLIS = 2_000;
    /** Of one name: search domains, two kinds of addresses, aliases. */
    private static final int MAX_QUERIES = 16;

    private static final long LOOKUP_MILLIS = 10_000;

    private final DnsAddressResolverGroup resolvers;
    private final EventLoop lookups;

    /**
     * Makes resolvers, of which each event loop opens its own when it first needs it.
     *
     * @param datagrams makes channels for queries
     * @param streams makes channels for answers that are too long for a datagram
     * @param servers the name servers
     * @param lookups the event loop on which {@link #lookup} works
     */
    public NodeNames(
            ChannelFactory<? extends DatagramChannel> datagrams,
            ChannelFactory<? extends SocketChannel> streams,
            DnsServerAddressStreamProvider servers,
            EventLoop lookups) {
        this.lookups = lookups;
        this.resolvers = new DnsAddressResolverGroup(new DnsNameResolverBuilder()
                .datagramChannelFactory(datagrams)
                .socketChannelFactory(streams)
                .nameServerProvider(servers)
                .hostsFileEntriesResolver(NodeNames::inHostsFile)
                .resolveCache(new DefaultDnsCache(0, MAX_TTL_SECONDS, NEGATIVE_TTL_SECONDS))
                .cnameCache(NoopDnsCnameCache.INSTANCE)
                .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE)
                .queryTimeoutMillis(QUERY_MILLIS)
                .maxQueriesPerResolve(MAX_QUERIES));
    }

    // A machine whose hosts file lacks localhost has one all the same, which no name server should be asked about.
    private static @Nullable InetAddress inHostsFile(String host, ResolvedAddressTypes types) {
        InetAddress found = HostsFileEntriesResolver.DEFAULT.address(host, types);
        return found == null && host.equalsIgnoreCase("localhost") ? NetUtil.LOCALHOST : found;
    }

    /**
     * Where a node may be now: one address or more, in the order in which they are to be tried. The future may be complete already; its
     * listeners are called on the event loop.
     */
    Future<List<InetSocketAddress>> resolve(HostPort node, EventLoop loop) {
        InetAddress literal = node.address();
        if (literal != null) {
            return loop.newSucceededFuture(List.of(new InetSocketAddress(literal, node.port())));
        }
        return resolvers.getResolver(loop).resolveAll(InetSocketAddress.createUnresolved(node.host(), node.port()));
    }

    @Override
    public List<InetAddress> lookup(String host) throws IOException {
        Future<List<InetSocketAddress>> found =
                resolvers.getResolver(lookups).resolveAll(InetSocketAddress.createUnresolved(host, 0));
        if (!found.awaitUninterruptibly(LOOKUP_MILLIS, TimeUnit.MILLISECONDS)) {
            found.cancel(false);
            throw new IOException("no name server answered for " + host + " in " + LOOKUP_MILLIS + " ms");
        }
        if (!found.isSuccess()) {
            UnknownHostException unknown = new UnknownHostException(host);
            unknown.initCause(found.cause());
            throw unknown;
        }
        return found.getNow().stream().map(InetSocketAddress::getAddress).toList();
    }

    @Override
    public void close() {
        resolvers.close();
    }
}
