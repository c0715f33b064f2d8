package io.sluice.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.internal.PlatformDependent;
import io.sluice.config.ConfigChange;
import io.sluice.config.ConfigException;
import io.sluice.config.GatewayConfig;
import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.config.Loaded;
import io.sluice.config.Problem;
import io.sluice.config.ProcessConfig;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.mirror.Mirror;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.queue.IngestQueue;
import io.sluice.recording.ConnectionNames;
import io.sluice.regroup.Regrouping;
import io.sluice.regroup.SpoolFiles;
import io.sluice.tracing.Tracing;
import io.sluice.upstream.NodeNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway: what lives as long as the process, and the {@link Generation} that new requests run on. Made, changed and closed
 * off the event loops; what it tells may be asked from any thread.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final int STOP_POLL_MILLIS = 20;
    private static final long CHANGE_SECONDS = 2;

    private final GatewayMetrics metrics;
    private final EventLoops loops;
    private final Admission admission;
    private final ProcessParts process;
    private final Listeners listeners;
    private final ReloadMeters reloadMeters;
    private final OldGenerations old = new OldGenerations(this::onClosed);
    /** Held for a whole change, which may wait for files and filters. */
    private final ReentrantLock changes = new ReentrantLock();
    /** Held while another generation takes over, which is short, and when stopping begins. */
    private final ReentrantLock takeover = new ReentrantLock();

    private volatile @Nullable Generation current;
    /** Set under the lock of takeovers. */
    private volatile boolean stopping;

    private Gateway(GatewayConfig config, MeterRegistry registry, Path directory) {
        this.metrics = new GatewayMetrics(registry);
        this.reloadMeters = new ReloadMeters(metrics);
        this.loops = EventLoops.start(config.process());
        this.admission = new Admission(config.process(), PlatformDependent.maxDirectMemory());
        NodeNames names = new NodeNames(
                loops.datagrams(),
                loops.clients(),
                nameServers(config.process()),
                loops.all().getFirst());
        this.process = new ProcessParts(
                loops,
                names,
                metrics,
                new FilterExecutor(config.plugins().blockingThreads()),
                new Regrouping.Shared(new AtomicLong(), new SpoolFiles(), new SecureRandom()),
                new ConnectionNames(),
                Clock.systemUTC(),
                config.tracing() == null ? null : new Tracing(config.tracing()),
                directory);
        this.listeners = new Listeners(loops, new Listener.Surroundings(admission, metrics, () -> stopping));
    }

    /**
     * Starts a gateway; when it returns, all listeners accept.
     *
     * @param registry of the filter types that the configuration names; becomes the gateway's, also if this fails
     * @param meters takes all meters of this gateway
     * @param directory of the configuration file
     * @throws ConfigException if a filter cannot be made
     * @throws IOException if an address cannot be bound or a file cannot be read; nothing is left running
     */
    public static Gateway start(GatewayConfig config, FilterRegistry registry, MeterRegistry meters, Path directory)
            throws ConfigException, IOException, InterruptedException {
        Gateway gateway = new Gateway(config, meters, directory);
        try {
            gateway.change(config, registry);
            gateway.admission.watchMemory(gateway.loops.group());
            GatewayGauges.register(gateway.metrics, gateway.admission, gateway.loops.all());
            GatewayGauges.register(gateway.metrics, gateway.process.bulks().spools());
            GatewayGauges.register(
                    gateway.metrics,
                    gateway::generation,
                    () -> gateway.old.held().size());
            return gateway;
        } catch (ConfigException | IOException | RuntimeException | InterruptedException e) {
            gateway.kill();
            throw e;
        }
    }

    private static DnsServerAddressStreamProvider nameServers(ProcessConfig config) {
        return config.nameServers().isEmpty()
                ? DnsServerAddressStreamProviders.platformDefault()
                : new SequentialDnsServerAddressStreamProvider(
                        config.nameServers().stream().map(HostPort::resolve).toList());
    }

    /**
     * Lets new requests run on another configuration; those in flight finish on the one that they began with. What did not change is
     * kept: sockets, connections, clusters with their pools and views, filters, plugins. Of {@code admin}, {@code process} and
     * {@code tracing}, and of the number of blocking threads, nothing is taken over. Blocks.
     *
     * @param registry of the filter types that the configuration names; becomes the gateway's, also if this fails
     * @throws ConfigException if a filter cannot be made; nothing has changed
     * @throws IOException if an address cannot be bound or a file cannot be read; nothing has changed
     * @throws StoppingException if the gateway is stopping, or begins to before the other configuration serves; nothing has changed
     */
    public void change(GatewayConfig config, FilterRegistry registry)
            throws ConfigException, IOException, InterruptedException {
        changes.lock();
        try {
            if (stopping) {
                registry.close();
                throw new StoppingException(null);
            }
            Generation before = current;
            Listeners.Change change = listeners.change();
            takeOver(make(config, registry, before, change), before, change);
        } finally {
            changes.unlock();
        }
    }

    /** Why another configuration cannot be taken over, as far as is known without making anything of it. */
    List<Problem> obstacles(Loaded<FilterRegistry> wanted) {
        GatewayConfig config = wanted.config();
        List<Problem> problems = new ArrayList<>(new QueueMaker(process, config, wanted.filters(), current).problems());
        List<ListenerConfig> all = config.listeners();
        for (int i = 0; i < all.size(); i++) {
            String obstacle = listeners.obstacle(all.get(i));
            if (obstacle != null) {
                problems.add(new Problem(wanted.placeOf("listeners[" + i + "].bind"), obstacle));
            }
        }
        return problems;
    }

    private Generation make(
            GatewayConfig config, FilterRegistry registry, @Nullable Generation before, Listeners.Change change)
            throws ConfigException, IOException {
        try {
            return new GenerationMaker(process, config, registry, before).make(change);
        } catch (RuntimeException e) {
            // A stop that waits no longer closes what would be shared.
            throw stopping ? new StoppingException(e) : e;
        }
    }

    private void takeOver(Generation next, @Nullable Generation before, Listeners.Change change)
            throws IOException, InterruptedException {
        takeover.lock();
        try {
            open(change, next);
            change.commit();
            current = next;
            next.startClustersBesides(before);
            next.useQueues();
            if (before != null) {
                old.retire(before, before.config().process().reload().hold());
            }
        } finally {
            takeover.unlock();
        }
    }

    private void open(Listeners.Change change, Generation next) throws IOException, InterruptedException {
        try {
            if (stopping) {
                throw new StoppingException(null);
            }
            change.open();
        } catch (IOException | InterruptedException | RuntimeException e) {
            // A socket that was opened before the one that failed may have taken a request.
            old.discard(next);
            throw e;
        }
    }

    private void onClosed(Generation gone) {
        Generation now = current;
        if (now == null) {
            // The first one could not be opened.
            return;
        }
        Set<String> stay = BulkNames.of(now.config());
        for (String name : BulkNames.of(gone.config())) {
            if (!stay.contains(name)) {
                now.clusters()
                        .forEach(cluster -> cluster.cluster()
                                .nodes()
                                .forEach(node -> node.meters().forget(name)));
            }
        }
    }

    private Generation now() {
        return Objects.requireNonNull(current, "not started");
    }

    /** The configuration that new requests run on. */
    public GatewayConfig config() {
        return now().config();
    }

    /** The filter types of that configuration; closed with it. */
    public FilterRegistry registry() {
        return now().registry();
    }

    /** The number of that configuration, from 1 on. */
    public int generation() {
        return now().number();
    }

    ReloadMeters reloadMeters() {
        return reloadMeters;
    }

    /** The listeners and clusters whose certificates were made of files that have changed since. Reads files. */
    List<ConfigChange> changedCertificates() {
        return now().changedCertificates();
    }

    public GatewayMetrics metrics() {
        return metrics;
    }

    /** The clusters in the configuration's order. */
    public Collection<ClusterRuntime> clusters() {
        return now().clusters();
    }

    /** The queues in the configuration's order. */
    public List<IngestQueue> queues() {
        return now().queues();
    }

    /** The mirrors in the order of the flows. */
    public List<Mirror> mirrors() {
        return now().mirrors();
    }

    /** The filters as they were made, in the order of the flows. */
    public List<FilterInstance> filters() {
        return now().filters();
    }

    /** The address a listener is bound to; null if no listener has that name. */
    public @Nullable InetSocketAddress address(String listener) {
        return listeners.address(listener);
    }

    /** Requests in flight. */
    public int requests() {
        return admission.requests();
    }

    /** Open client connections over all listeners, those of removed ones included. */
    public int connections() {
        return allListeners().stream().mapToInt(Listener::openConnections).sum();
    }

    private Set<Listener> allListeners() {
        Set<Listener> all = new LinkedHashSet<>(listeners.all());
        old.held().forEach(generation -> all.addAll(generation.listeners()));
        return all;
    }

    /** Whether clients should be sent here: it is not stopping and some cluster has a node that is not left out. */
    public boolean ready() {
        return !stopping && clusters().stream().anyMatch(ClusterRuntime::reachable);
    }

    /**
     * Is no longer ready and asks clients to close their connections, and still accepts for {@code process.shutdownDelay}. Then stops
     * accepting, lets running requests finish within {@code process.drain}, then closes everything. A change that is under way takes
     * over no more; the rest of it is waited for at the end, for a short time. Blocks; called again, it returns at once.
     */
    @Override
    public void close() {
        if (!beginStop()) {
            return;
        }
        ProcessConfig terms = config().process();
        try {
            TimeUnit.NANOSECONDS.sleep(terms.shutdownDelay().toNanos());
            listeners.stop();
            long deadline = System.nanoTime() + terms.drain().toNanos();
            while ((admission.requests() > 0 || connections() > 0) && System.nanoTime() - deadline < 0) {
                TimeUnit.MILLISECONDS.sleep(STOP_POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        killAfterChange();
    }

    private boolean beginStop() {
        takeover.lock();
        try {
            boolean first = !stopping;
            stopping = true;
            return first;
        } finally {
            takeover.unlock();
        }
    }

    // A filter that is being made may wait for a file or a server; what it would have made ends with the process.
    private void killAfterChange() {
        boolean alone = changes.tryLock() || awaitChange();
        if (!alone) {
            LOG.warn("a configuration is still being made, it is waited for no longer");
        }
        try {
            kill();
        } finally {
            if (alone) {
                changes.unlock();
            }
        }
    }

    private boolean awaitChange() {
        try {
            return changes.tryLock(CHANGE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void kill() {
        listeners.stop();
        allListeners().forEach(Listener::kill);
        old.stopClosing();
        Generation last = current;
        List<Generation> all = new ArrayList<>(old.held());
        if (last != null) {
            all.add(last);
        }
        // Their lanes need clusters and event loops to end what is on its way.
        all.forEach(generation -> generation.queues().forEach(IngestQueue::close));
        all.forEach(generation -> generation.clusters().forEach(ClusterRuntime::stop));
        process.names().close();
        loops.group().shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        old.close();
        if (last != null) {
            last.close();
        }
        process.executor().close();
        process.bulks().spools().close();
        Tracing tracing = process.tracing();
        if (tracing != null) {
            tracing.close();
        }
    }
}
