package io.sluice.config;

import io.sluice.api.ClusterName;
import io.sluice.api.Key;
import org.jspecify.annotations.Nullable;

/** The destination of a flow's requests: a cluster, or a queue that keeps writes for its own cluster. */
public record RelayConfig(
        @Key("the cluster's name under clusters; a queue has its own") @Nullable String cluster,

        @Key("regrouping bulks; without it they are relayed whole") @Nullable BulkConfig bulk,

        @Key("the queue's name under queues: it takes writes, all else goes to its cluster at once") @Nullable String queue,

        @Key("a cluster that holds the same, for reads while every node of the first is left out; without it they fail")
        @Nullable ClusterName standby) {

    public RelayConfig {
        Checks checks = new Checks();
        checks.require(cluster != null || queue != null, "key 'cluster' is missing, or 'queue': where requests go");
        checks.require(
                cluster == null || queue == null, "give either cluster or queue: a queue names its cluster itself");
        checks.require(bulk == null || queue == null, "a queue regroups what it sends: give bulk under queues");
        checks.require(
                standby == null || !standby.value().equals(cluster), "standby is another cluster than the flow's own");
        checks.done();
    }
}
