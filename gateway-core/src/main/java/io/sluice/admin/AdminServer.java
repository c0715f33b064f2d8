package io.sluice.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.config.AdminConfig;
import io.sluice.config.ConfigRenderer;
import io.sluice.plugin.FilterRegistry;
import io.sluice.server.Gateway;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers operators and their tools. The JDK's server on threads of its own, so that nothing an operator asks for runs on an event
 * loop.
 */
public final class AdminServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final String JSON = "application/json; charset=UTF-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, AdminServer::daemon);
    private final Statistics statistics;

    /** An answer to a path. */
    private record Page(int status, String type, String body) {}

    /** Makes the page of a path when it is asked for. */
    private interface PageMaker {
        Page make() throws IOException;
    }

    private AdminServer(HttpServer server, Gateway gateway, FilterRegistry registry, PrometheusMeterRegistry meters) {
        this.server = server;
        this.statistics = new Statistics(gateway);
        ClusterReport clusters = new ClusterReport(gateway);
        FilterReport filters = new FilterReport(gateway, registry);
        page("/metrics", () -> new Page(200, PROMETHEUS, meters.scrape()));
        page("/health/live", () -> new Page(200, JSON, "{\"status\":\"live\"}\n"));
        page("/health/ready", () -> ready(gateway));
        page("/stats", () -> json(statistics.report()));
        page("/config", () -> new Page(200, JSON, ConfigRenderer.json(gateway.config())));
        page("/filters", () -> json(filters.report()));
        page("/clusters", () -> json(clusters.report()));
        page("/", () -> new Page(404, JSON, "{\"error\":\"no such page\",\"status\":404}\n"));
        server.setExecutor(threads);
    }

    /**
     * Opens the endpoint.
     *
     * @throws IOException if the address cannot be bound
     */
    public static AdminServer start(
            AdminConfig config, Gateway gateway, FilterRegistry registry, PrometheusMeterRegistry meters)
            throws IOException {
        HttpServer server;
        try {
            server = HttpServer.create(config.bind().resolve(), 0);
        } catch (IOException e) {
            throw new IOException("cannot listen on " + config.bind() + " for admin: " + e.getMessage(), e);
        }
        AdminServer admin = new AdminServer(server, gateway, registry, meters);
        server.start();
        LOG.atInfo().addKeyValue("address", server.getAddress()).log("admin listening");
        return admin;
    }

    /** The address that is bound. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "sluice-admin");
        thread.setDaemon(true);
        return thread;
    }

    private static Page json(JsonNode body) throws IOException {
        return new Page(200, JSON, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(body) + "\n");
    }

    private static Page ready(Gateway gateway) {
        return gateway.ready()
                ? new Page(200, JSON, "{\"status\":\"ready\"}\n")
                : new Page(503, JSON, "{\"status\":\"not ready\"}\n");
    }

    private void page(String path, PageMaker maker) {
        server.createContext(path, exchange -> {
            try (exchange) {
                answer(exchange, path, maker);
            } catch (RuntimeException e) {
                LOG.atError().addKeyValue("path", path).setCause(e).log("an admin page failed");
                throw e;
            }
        });
    }

    private static void answer(HttpExchange exchange, String path, PageMaker maker) throws IOException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        Page page;
        if (!head && !exchange.getRequestMethod().equals("GET")) {
            page = new Page(405, JSON, "{\"error\":\"only GET and HEAD\",\"status\":405}\n");
        } else if (!path.equals("/") && !exchange.getRequestURI().getPath().equals(path)) {
            page = new Page(404, JSON, "{\"error\":\"no such page\",\"status\":404}\n");
        } else {
            page = maker.make();
        }
        byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", page.type());
        exchange.sendResponseHeaders(page.status(), head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        statistics.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
