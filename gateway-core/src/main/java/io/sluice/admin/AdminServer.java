package io.sluice.admin;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.admin.Page.Kind;
import io.sluice.api.ByteSize;
import io.sluice.api.Reply;
import io.sluice.config.AdminConfig;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerLimits;
import io.sluice.config.ListenerTimeouts;
import io.sluice.config.RouteConfig;
import io.sluice.server.Gateway;
import io.sluice.server.InternalListener;
import io.sluice.server.Reloads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves operators and their tools on an event loop and threads of its own, so that neither clients nor other operators delay a
 * health check.
 */
public final class AdminServer implements AutoCloseable {
    /** How long an answer may take; later the endpoint answers 504. Who asks waits for longer, to be told so. */
    public static final Duration LONGEST_ANSWER = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final String NAME = "admin";
    private static final List<String> METRICS_TYPES = List.of("text/plain", "application/openmetrics-text");
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final int MAX_CONNECTIONS = 256;
    private static final Duration UNTIL_BUG = LONGEST_ANSWER.plusSeconds(10);

    private final Statistics statistics;
    private final Sampler sampler;
    private final AdminPages pages;
    private final InternalListener listener;

    private AdminServer(AdminConfig config, Gateway gateway, Reloads reloads, PrometheusMeterRegistry meters)
            throws IOException, InterruptedException {
        statistics = new Statistics(gateway);
        sampler = new Sampler(gateway);
        QueuePages queues = new QueuePages(gateway);
        TenantPages tenants = new TenantPages(gateway);
        pages = new AdminPages(
                new AllowedHosts(config),
                new AdminLogin(config.auth()),
                pages(gateway, reloads, meters, queues, tenants),
                queues,
                tenants,
                new PageThreads(LONGEST_ANSWER));
        try {
            listener = InternalListener.open(
                    listenerOf(config), gateway.config().process().transport(), pages, UNTIL_BUG);
        } catch (IOException | InterruptedException | RuntimeException e) {
            pages.close();
            sampler.close();
            statistics.close();
            throw e;
        }
    }

    private static ListenerConfig listenerOf(AdminConfig config) {
        ListenerLimits limits = new ListenerLimits(
                new ByteSize(8 << 10), new ByteSize(32 << 10), 100, new ByteSize(64 << 10), MAX_CONNECTIONS, 0, 1);
        Duration patience = Duration.ofSeconds(10);
        ListenerTimeouts timeouts = new ListenerTimeouts(patience, patience, patience, Duration.ofSeconds(30));
        return new ListenerConfig(
                NAME,
                config.bind(),
                null,
                limits,
                timeouts,
                List.of(),
                List.of(),
                List.of(new RouteConfig(null, NAME)));
    }

    private Map<String, Page> pages(
            Gateway gateway, Reloads reloads, PrometheusMeterRegistry meters, QueuePages queues, TenantPages tenants) {
        ClusterReport clusters = new ClusterReport(gateway);
        FilterReport filters = new FilterReport(gateway);
        ReloadReport config = new ReloadReport(gateway, reloads);
        Map<String, Page> all = new LinkedHashMap<>();
        all.put("/metrics", new Page("metrics for Prometheus", Kind.READ, accept -> metrics(meters, accept)));
        all.put(
                "/health/live",
                new Page(
                        "200 while the process answers",
                        Kind.AT_ONCE,
                        accept -> Page.json(200, "{\"status\":\"live\"}\n")));
        all.put(
                "/health/ready",
                new Page("200 while clients should be sent here", Kind.AT_ONCE, accept -> ready(gateway)));
        OverviewReport overview = new OverviewReport(gateway, sampler, queues, tenants, Clock.systemUTC());
        all.put(
                "/overview",
                new Page("what the page in a browser shows", Kind.READ, accept -> Page.json(overview.report())));
        all.put("/stats", new Page("counts, rates, percentiles", Kind.READ, accept -> Page.json(statistics.report())));
        all.put("/config", new Page("the configuration, secrets masked", Kind.READ, accept -> config.config()));
        all.put("/config/diff", new Page("what a reload would change", Kind.READ, accept -> config.diff()));
        all.put(
                "/config/history",
                new Page("configurations that were taken over", Kind.READ, accept -> config.history()));
        all.put("/config/reload", new Page("POST: reads the file anew", Kind.CHANGE, accept -> config.reload()));
        all.put(
                "/config/rollback",
                new Page("POST: takes the last one back", Kind.CHANGE, accept -> config.rollback()));
        all.put("/filters", new Page("plugins and filters", Kind.READ, accept -> Page.json(filters.report())));
        all.put("/queues", new Page("what queues hold", Kind.READ, accept -> Page.json(queues.report())));
        all.put("/tenants", new Page("where tenants are", Kind.LONG_READ, accept -> tenants.report()));
        MirrorReport mirrors = new MirrorReport(gateway);
        all.put(
                "/mirrors",
                new Page("what mirrors copied and compared", Kind.READ, accept -> Page.json(mirrors.report())));
        all.put("/clusters", new Page("nodes and their health", Kind.READ, accept -> Page.json(clusters.report())));
        return all;
    }

    private static Reply metrics(PrometheusMeterRegistry meters, @Nullable String accept) {
        boolean open = Accept.choose(accept, METRICS_TYPES).equals(METRICS_TYPES.getLast());
        String type = open ? OPEN_METRICS : PROMETHEUS;
        return Page.reply(200, type, meters.scrape(type));
    }

    private static Reply ready(Gateway gateway) {
        return gateway.ready()
                ? Page.json(200, "{\"status\":\"ready\"}\n")
                : Page.json(503, "{\"status\":\"not ready\"}\n");
    }

    /**
     * Opens the endpoint.
     *
     * @param reloads changes the gateway's configuration
     * @throws IOException if the address cannot be bound
     */
    public static AdminServer start(
            AdminConfig config, Gateway gateway, Reloads reloads, PrometheusMeterRegistry meters)
            throws IOException, InterruptedException {
        AdminServer admin = new AdminServer(config, gateway, reloads, meters);
        LOG.atInfo().addKeyValue("address", admin.address()).log("admin listening");
        return admin;
    }

    /** The address that is bound. */
    public InetSocketAddress address() {
        return listener.address();
    }

    @Override
    public void close() {
        listener.close();
        pages.close();
        sampler.close();
        statistics.close();
    }
}
