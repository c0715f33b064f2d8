package io.sluice.devcluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server with a main of ours around it: one process runs any number of nodes. */
final class EmbeddedServer implements ServerRuntime {

    private final Path directory;
    private final String mainClass;
    private final String configFile;
    private final ClassArchive classes;
    private final AtomicBoolean archiving = new AtomicBoolean();

    EmbeddedServer(Path directory, String mainClass, String configFile) {
        this.directory = directory;
        this.mainClass = mainClass;
        this.configFile = configFile;
        this.classes = ClassArchive.of(directory);
    }

    @Override
    public String configFile() {
        return configFile;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of();
    }

    @Override
    public boolean hostsSeveralNodes() {
        return true;
    }

    @Override
    public void prepare(NodeHome home) {
        // its logging comes with its class path
    }

    @Override
    public ProcessBuilder command(List<NodeHome> homes, List<String> jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-Xlog:cds*=off");
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Djava.io.tmpdir=" + homes.getFirst().temp());
        // the first process of a cluster writes it for all that follow
        command.addAll(archiving.getAndSet(true) ? classes.reading() : classes.writing());
        command.add("-cp");
        command.add(directory.resolve("lib").resolve("*").toString());
        command.add(mainClass);
        homes.forEach(home -> command.add(home.directory().toString()));
        return new ProcessBuilder(command);
    }
}
