package io.sluice.devcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The directory of one node: its configuration, data and logs, and the ports files by which a running node says where it listens. */
record NodeHome(Path directory) {

    static NodeHome create(Path directory) throws IOException {
        NodeHome home = new NodeHome(directory);
        for (Path part : List.of(home.config(), home.data(), home.logs(), home.temp())) {
            Files.createDirectories(part);
        }
        // an embedded node looks for both, and its modules are on its class path
        Files.createDirectories(directory.resolve("modules"));
        Files.createDirectories(home.plugins());
        home.writeSeeds(List.of());
        return home;
    }

    String name() {
        return String.valueOf(directory.getFileName());
    }

    Path config() {
        return directory.resolve("config");
    }

    Path data() {
        return directory.resolve("data");
    }

    Path logs() {
        return directory.resolve("logs");
    }

    Path plugins() {
        return directory.resolve("plugins");
    }

    /** Copies a plugin's directory to where the node looks for plugins. */
    void install(Path plugin) throws IOException {
        DirectoryTree.copy(plugin, plugins().resolve(plugin.getFileName().toString()));
    }

    Path temp() {
        return directory.resolve("tmp");
    }

    void writeSettings(String file, Map<String, String> settings) throws IOException {
        String yaml = settings.entrySet().stream()
                .map(setting -> setting.getKey() + ": " + quoted(setting.getValue()) + "\n")
                .collect(Collectors.joining());
        Files.writeString(config().resolve(file), yaml);
    }

    /** The transport addresses of the nodes to join; a running node reads them again while it looks for its cluster. */
    void writeSeeds(List<String> addresses) throws IOException {
        Files.write(config().resolve("unicast_hosts.txt"), addresses);
    }

    void forgetPorts() throws IOException {
        Files.deleteIfExists(portsFile("http"));
        Files.deleteIfExists(portsFile("transport"));
    }

    /** The address of HTTP as host:port, once the node listens. */
    Optional<String> httpAddress() throws IOException {
        return firstLine(portsFile("http"));
    }

    /** The address of the nodes' own protocol as host:port, once the node listens. */
    Optional<String> transportAddress() throws IOException {
        return firstLine(portsFile("transport"));
    }

    private Path portsFile(String protocol) {
        return logs().resolve(protocol + ".ports");
    }

    private static Optional<String> firstLine(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Files.readAllLines(file).stream().findFirst();
    }

    private static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
