package io.sluice.devcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A running cluster of real Kafka servers on 127.0.0.1, each broker and controller in a process of its own, with its data in a
 * temporary directory. Servers are numbered from 0 and keep their ports. One thread works with it; any thread may close it, and the
 * end of this JVM does, however it ends.
 */
public final class DevKafka implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STEP = Duration.ofMillis(50);
    /** A server that ends so late has written no archive of its classes. */
    private static final Duration STOP = Duration.ofSeconds(30);

    private static final Pattern STARTED = Pattern.compile("the server has started");

    private final Path library;
    private final ClassArchive classes;
    private final Path directory;
    private final List<Server> servers = new ArrayList<>();
    private final Thread closeAtExit = new Thread(this::close, "close-dev-kafka");
    private volatile boolean closed;

    private DevKafka(Path parent, int count, Map<String, String> settings) throws IOException {
        Path kafka = ServerDirectory.locate("kafka");
        library = kafka.resolve("lib");
        classes = ClassArchive.of(kafka);
        directory = Files.createTempDirectory(parent, "sluice-dev-kafka-");
        List<Integer> ports = freePorts(2 * count);
        String voters = IntStream.range(0, count)
                .mapToObj(server -> server + "@127.0.0.1:" + ports.get(2 * server + 1))
                .collect(Collectors.joining(","));
        for (int server = 0; server < count; server++) {
            Path home = Files.createDirectory(directory.resolve("server-" + server));
            Properties all = usual(count, voters);
            all.put("node.id", Integer.toString(server));
            all.put("log.dirs", home.resolve("data").toString());
            String client = "CLIENT://127.0.0.1:" + ports.get(2 * server);
            all.put("listeners", client + ",CONTROLLER://127.0.0.1:" + ports.get(2 * server + 1));
            all.put("advertised.listeners", client);
            all.putAll(settings);
            try (var out = Files.newBufferedWriter(home.resolve("server.properties"))) {
                all.store(out, null);
            }
            servers.add(new Server(home, ports.get(2 * server)));
        }
    }

    private static Properties usual(int count, String voters) {
        String copies = Integer.toString(Math.min(count, 3));
        Properties all = new Properties();
        all.put("process.roles", "broker,controller");
        all.put("controller.quorum.voters", voters);
        all.put("controller.listener.names", "CONTROLLER");
        all.put("inter.broker.listener.name", "CLIENT");
        all.put("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        all.put("offsets.topic.replication.factor", copies);
        all.put("offsets.topic.num.partitions", "4");
        all.put("transaction.state.log.replication.factor", copies);
        all.put("transaction.state.log.min.isr", "1");
        all.put("share.coordinator.state.topic.replication.factor", copies);
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("auto.create.topics.enable", "false");
        all.put("num.io.threads", "4");
        all.put("num.network.threads", "2");
        // A server that was killed is noticed soon.
        all.put("broker.heartbeat.interval.ms", "500");
        all.put("broker.session.timeout.ms", "3000");
        return all;
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return open.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : open) {
                socket.close();
            }
        }
    }

    /** One server: where it lives, and while it runs its process. */
    private static final class Server {
        private final Path home;
        private final int port;
        private @Nullable ServerProcess process;
        /** Whether the process is to end by itself, and then writes the archive of its classes. */
        private boolean archives;
        /** How often its log says that it started. */
        private long starts;

        Server(Path home, int port) {
            this.home = home;
            this.port = port;
        }

        Path log() {
            return home.resolve("server.log");
        }

        long starts() throws IOException {
            return Files.exists(log())
                    ? STARTED.matcher(Files.readString(log())).results().count()
                    : 0;
        }
    }

    /**
     * Starts servers and waits until all have started.
     *
     * @param parent the directory in which the temporary one is made
     * @param count of the servers
     * @param settings for each server, in place of ours where there are some
     * @return the caller closes it
     * @throws ServerStartException if the module is not built, a server ends, or it takes longer than three minutes
     */
    public static DevKafka start(Path parent, int count, Map<String, String> settings) {
        try {
            DevKafka cluster = new DevKafka(parent, count, settings);
            Runtime.getRuntime().addShutdownHook(cluster.closeAtExit);
            try {
                cluster.servers.forEach(cluster::launch);
                cluster.servers.forEach(cluster::awaitStart);
                return cluster;
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One server, with our settings. */
    public static DevKafka start(Path parent) {
        return start(parent, 1, Map.of());
    }

    /** The addresses of all servers, each {@code 127.0.0.1:port}. */
    public List<String> addresses() {
        return servers.stream().map(server -> "127.0.0.1:" + server.port).toList();
    }

    /** Ends a server with SIGKILL; its data stays. */
    public void kill(int server) {
        process(server).kill();
    }

    /** Starts a server that was killed on its data and its port, and waits until it has started. */
    public void restart(int server) {
        launch(servers.get(server));
        awaitStart(servers.get(server));
    }

    private ServerProcess process(int server) {
        ServerProcess process = servers.get(server).process;
        if (process == null) {
            throw new IllegalStateException("server " + server + " was never started");
        }
        return process;
    }

    private void launch(Server server) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xlog:cds*=off"));
        try {
            server.archives = server == servers.getFirst() && !classes.isThere();
            command.addAll(server.archives ? classes.writing() : classes.reading());
            command.addAll(List.of(
                    "-cp",
                    library.resolve("*").toString(),
                    "io.sluice.devcluster.kafka.KafkaNode",
                    server.home.toString()));
            server.starts = server.starts();
            server.process = ServerProcess.start(new ProcessBuilder(command), server.log(), 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStart(Server server) {
        ServerProcess process = process(servers.indexOf(server));
        Instant deadline = Instant.now().plus(START);
        try {
            while (server.starts() == server.starts) {
                if (!process.alive() || Instant.now().isAfter(deadline)) {
                    throw new ServerStartException(
                            "a server of Kafka did not start; its log ends with:\n" + process.logTail());
                }
                Thread.sleep(STEP);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Kafka started", e);
        }
    }

    private static void stop(Server server) {
        if (server.process == null) {
            return;
        }
        if (server.archives) {
            try {
                server.process.stop(STOP);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        server.process.kill();
    }

    /** Stops every server and deletes all data. A second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        servers.forEach(DevKafka::stop);
        DirectoryTree.delete(directory);
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (IllegalStateException e) {
            // The JVM is on its way out, so there is nothing to forget.
        }
    }
}
