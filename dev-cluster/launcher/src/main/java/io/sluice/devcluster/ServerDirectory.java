package io.sluice.devcluster;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what a server's module has built: in the directory a system property names, or in the checkout around the working directory. */
final class ServerDirectory {

    /** Names the {@code dev-cluster} directory where the working directory is outside the checkout. */
    static final String PROPERTY = "sluice.devCluster.directory";

    private ServerDirectory() {}

    static Path locate(ServerKind kind) {
        return locate(kind.id());
    }

    /** @param module the directory of the server's module */
    static Path locate(String module) {
        String configured = System.getProperty(PROPERTY);
        if (configured != null) {
            return existing(Path.of(configured), module);
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path directory = start; directory != null; directory = directory.getParent()) {
            Path devCluster = directory.resolve("dev-cluster");
            if (Files.isDirectory(devCluster.resolve(module))) {
                return existing(devCluster, module);
            }
        }
        throw new ServerStartException("there is no dev-cluster/" + module + " in " + start
                + " or above it; name the dev-cluster directory with -D" + PROPERTY + "=DIR");
    }

    private static Path existing(Path devCluster, String module) {
        Path server = devCluster.resolve(module).resolve("target/server");
        if (!Files.isDirectory(server)) {
            throw new ServerStartException(module + " has not been built: there is no " + server
                    + "; build it with 'mvn -Pquick -Dsluice.servers -pl dev-cluster/" + module + " -am package'");
        }
        return server.toAbsolutePath();
    }
}
