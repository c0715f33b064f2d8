package io.sluice.devcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server with a main of ours around it: one process runs any number of nodes. */
final class EmbeddedServer implements ServerRuntime {

    private final Path directory;
    private final String mainClass;
    private final String configFile;
    private final AtomicBoolean archives = new AtomicBoolean();

    EmbeddedServer(Path directory, String mainClass, String configFile) {
        this.directory = directory;
        this.mainClass = mainClass;
        this.configFile = configFile;
    }

    @Override
    public String configFile() {
        return configFile;
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
    public ProcessBuilder command(List<NodeHome> homes, int heapMegabytes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heapMegabytes + "m");
        command.add("-Xlog:cds*=off");
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Djava.io.tmpdir=" + homes.getFirst().temp());
        command.addAll(classArchive());
        command.add("-cp");
        command.add(directory.resolve("lib").resolve("*").toString());
        command.add(mainClass);
        homes.forEach(home -> command.add(home.directory().toString()));
        return new ProcessBuilder(command);
    }

    /**
     * Loaded classes come from an archive beside the server, which halves the CPU time of a start. The first process of a cluster writes
     * it when it ends, where there is none or one of other jars.
     */
    private List<String> classArchive() {
        String file = "-XX:SharedArchiveFile=" + directory.resolve("classes.jsa");
        return archives.getAndSet(true) ? List.of(file) : List.of("-XX:+AutoCreateSharedArchive", file);
    }
}
