package io.sluice.devcluster;

import java.util.List;
import java.util.Locale;

/** What a line of stdin asks for: an end or a start of a node. */
record NodeOrder(Verb verb, int node) {

    /** What is done with the node. */
    enum Verb {
        KILL,
        STOP,
        RESTART
    }

    /**
     * Reads a line such as {@code kill 0}.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static NodeOrder parse(String line) {
        List<String> words = List.of(line.strip().split("\\s+"));
        if (words.size() != 2 || !words.get(1).matches("\\d{1,4}")) {
            throw new IllegalArgumentException("expected kill, stop or restart, and the number of a node");
        }
        for (Verb verb : Verb.values()) {
            if (verb.name().toLowerCase(Locale.ROOT).equals(words.get(0))) {
                return new NodeOrder(verb, Integer.parseInt(words.get(1)));
            }
        }
        throw new IllegalArgumentException("expected kill, stop or restart, not '" + words.get(0) + "'");
    }

    /**
     * Does it.
     *
     * @throws IllegalArgumentException when the cluster has no such node
     * @throws IllegalStateException when the node shares its process with others
     */
    void carryOut(DevCluster cluster) {
        if (node >= cluster.addresses().size()) {
            throw new IllegalArgumentException("there is no node " + node);
        }
        switch (verb) {
            case KILL -> cluster.killNode(node);
            case STOP -> cluster.stopNode(node);
            case RESTART -> cluster.restartNode(node);
        }
    }
}
