package io.sluice.devcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An unpacked distribution, run by its own launcher: a process a node. It refuses to run as root, so root runs it as the user nobody,
 * from a copy where nobody may not enter the distribution's directory.
 */
record ServerDistribution(Path directory, Product product) implements ServerRuntime {

    /** Whose distribution it is, so how its files and variables are called. */
    enum Product {
        ELASTICSEARCH("elasticsearch", "ES"),
        OPENSEARCH("opensearch", "OPENSEARCH");

        private final String command;
        private final String variables;

        Product(String command, String variables) {
            this.command = command;
            this.variables = variables;
        }
    }

    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
    private static final int NOBODY = 65534;

    /** Ends the server when stdin does: the distribution's launcher does not look at it. */
    private static final String GUARD = """
            "$@" </dev/null &
            server=$!
            trap 'kill -TERM $server 2>/dev/null' TERM INT
            exec 3<&0
            { while read -r line; do :; done; kill -TERM $server 2>/dev/null; } <&3 &
            guard=$!
            exec 3<&-
            while kill -0 $server 2>/dev/null; do wait $server; done
            kill $guard 2>/dev/null
            """;

    @Override
    public String configFile() {
        return product.command + ".yml";
    }

    @Override
    public Map<String, String> settings() {
        // on by default, with TLS and passwords made at the first start
        return product == Product.ELASTICSEARCH ? Map.of("xpack.security.enabled", "false") : Map.of();
    }

    @Override
    public boolean hostsSeveralNodes() {
        return false;
    }

    @Override
    public void prepare(NodeHome home) throws IOException {
        Files.copy(
                directory.resolve("config/log4j2.properties"),
                home.config().resolve("log4j2.properties"),
                StandardCopyOption.REPLACE_EXISTING);
        // without it the server may read all of the default directory, and refuses to where its own plugins lie there
        String options = "-Djava.io.tmpdir=" + home.temp() + "\n";
        if (ROOT) {
            requireEntryForAll(home.directory());
            if (closedStep(directory) != null && !Files.exists(copyFor(home))) {
                DirectoryTree.copy(directory, copyFor(home));
            }
        }
        // OpenSearch does not start without it
        Path agent = server(home).resolve("agent/opensearch-agent.jar");
        Files.writeString(
                home.config().resolve("jvm.options"),
                Files.exists(agent) ? options + "-javaagent:" + agent + "\n" : options);
        if (ROOT) {
            DirectoryTree.giveTo(NOBODY, home.directory());
        }
    }

    @Override
    public ProcessBuilder command(List<NodeHome> homes, List<String> jvmOptions) {
        NodeHome home = homes.getFirst();
        List<String> command = new ArrayList<>(List.of("sh", "-c", GUARD, "guard"));
        if (ROOT) {
            command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        command.add(server(home).resolve("bin").resolve(product.command).toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment()
                .putAll(Map.of(
                        product.variables + "_JAVA_HOME",
                        System.getProperty("java.home"),
                        product.variables + "_PATH_CONF",
                        home.config().toString(),
                        product.variables + "_TMPDIR",
                        home.temp().toString(),
                        // the launcher of Elasticsearch is a JVM too, and leaves a directory behind at each start
                        "CLI_JAVA_OPTS",
                        "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + home.temp(),
                        product.variables + "_JAVA_OPTS",
                        String.join(" ", jvmOptions)));
        return builder;
    }

    private Path server(NodeHome home) {
        return Files.exists(copyFor(home)) ? copyFor(home) : directory;
    }

    private static Path copyFor(NodeHome home) {
        return home.directory().resolve("server");
    }

    private static void requireEntryForAll(Path path) throws IOException {
        Path closed = closedStep(path);
        if (closed != null) {
            throw new ServerStartException("the server refuses to run as root and so runs as nobody, who may not enter "
                    + closed + "; run as another user, or choose another temporary directory");
        }
    }

    /** The first directory on the way to the path, from its end, that not everybody may enter; null if there is none. */
    private static @Nullable Path closedStep(Path path) throws IOException {
        for (Path step = path; step != null; step = step.getParent()) {
            if (!Files.getPosixFilePermissions(step).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return step;
            }
        }
        return null;
    }
}
