package io.sluice.bench.compare.scaling;

/**
 * What bulks cost the nodes of a cluster, in seconds of CPU.
 *
 * @param request for each request, at the node that it comes to
 * @param shard for each shard of which a bulk has documents, at the node that holds it
 * @param document for each document, at the node that holds it
 * @param forwardedByte for each byte of documents that one node has to send to another, at both together
 */
public record NodeCost(double request, double shard, double document, double forwardedByte) {
    /** @throws IllegalArgumentException if a cost is negative, or nothing costs anything where the documents are held */
    public NodeCost {
        if (!(request >= 0 && shard >= 0 && document >= 0 && forwardedByte >= 0 && request + shard + document > 0)) {
            throw new IllegalArgumentException("a node's costs are 0 or more, and a bulk costs something");
        }
    }

    /** Of nodes that are slower by this factor in everything. */
    NodeCost slower(double factor) {
        return new NodeCost(request * factor, shard * factor, document * factor, forwardedByte * factor);
    }
}
