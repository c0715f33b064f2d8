package io.sluice.devcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What the command line asks for: the cluster, and the file to write its addresses to. */
record MainOptions(DevClusterBuilder cluster, ServerKind kind, int nodes, Optional<Path> addressesFile) {

    static final String USAGE = """
            Starts a cluster of real servers on 127.0.0.1 and keeps it until Ctrl-C, SIGTERM or the end of stdin.
            With --process-per-node, lines on stdin such as "kill 0", "stop 0" and "restart 0" end and start nodes.

              --server NAME           one of %s (default elasticsearch-7)
              --nodes N               how many nodes (default 3)
              --http-ports A,B,C      their HTTP ports (default: free ones)
              --heap MIB              heap of each process in MiB
              --process-per-node      a process for each node, so that one can be killed
              --fast-start            compile with the quick compiler only: starts in half the time, serves at half the speed
              --plugin DIR            a plugin for every node, once for each: its descriptor and jars
              --addresses-file FILE   write the HTTP addresses there, a line each, once the cluster is green
            """.formatted(ServerKind.ids());

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static MainOptions parse(String[] arguments) {
        ServerKind kind = ServerKind.ELASTICSEARCH_7;
        int nodes = 3;
        int heapMegabytes = 0;
        boolean processPerNode = false;
        boolean fastStart = false;
        List<Integer> httpPorts = List.of();
        List<Path> plugins = new ArrayList<>();
        Optional<Path> addressesFile = Optional.empty();
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--server" -> kind = ServerKind.ofId(value(option, rest));
                case "--nodes" -> nodes = number(option, value(option, rest));
                case "--heap" -> heapMegabytes = number(option, value(option, rest));
                case "--process-per-node" -> processPerNode = true;
                case "--fast-start" -> fastStart = true;
                case "--http-ports" -> httpPorts = ports(option, value(option, rest));
                case "--plugin" -> plugins.add(Path.of(value(option, rest)));
                case "--addresses-file" -> addressesFile = Optional.of(Path.of(value(option, rest)));
                default -> throw new IllegalArgumentException("there is no option " + option);
            }
        }
        DevClusterBuilder cluster = DevCluster.of(kind).nodes(nodes).httpPorts(httpPorts);
        plugins.forEach(cluster::plugin);
        if (heapMegabytes > 0) {
            cluster.heapMegabytes(heapMegabytes);
        }
        if (processPerNode) {
            cluster.processPerNode();
        }
        if (fastStart) {
            cluster.fastStart();
        }
        return new MainOptions(cluster, kind, nodes, addressesFile);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " wants a value");
        }
        return rest.next();
    }

    private static List<Integer> ports(String option, String list) {
        return Arrays.stream(list.split(",", -1))
                .map(port -> number(option, port))
                .toList();
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " wants a number, not '" + text + "'", e);
        }
    }
}
