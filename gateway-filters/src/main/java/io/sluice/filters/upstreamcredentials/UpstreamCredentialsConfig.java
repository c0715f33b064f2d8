package io.sluice.filters.upstreamcredentials;

import io.sluice.api.Key;
import java.util.List;

/** Which credentials the filter {@code upstream-credentials} chooses. */
public record UpstreamCredentialsConfig(
        @Key("rules in order; the first one whose condition holds gives the credentials")
        List<CredentialsRule> rules,

        @Key(
                value = "what becomes of requests that no rule is for: refuse, or cluster, which sends them with"
                        + " clusters.NAME.auth",
                def = "refuse")
        Otherwise otherwise,

        @Key(
                value =
                        "whether credentials of rules may go to each of several clusters that the flow's requests can reach",
                def = "false")
        boolean severalClusters) {

    /** What becomes of requests that no rule is for. */
    public enum Otherwise {
        REFUSE,
        CLUSTER
    }

    public UpstreamCredentialsConfig {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("rules needs an entry");
        }
    }

    /** Whether a rule has another user beside the credentials of {@code clusters.NAME.auth}. */
    boolean runsAsBesideThoseOfTheCluster() {
        return rules.stream().anyMatch(rule -> !rule.hasSecret());
    }
}
