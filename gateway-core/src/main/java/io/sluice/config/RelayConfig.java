package io.sluice.config;

import io.sluice.api.Key;
import org.jspecify.annotations.Nullable;

/** The destination of a flow's requests. */
public record RelayConfig(
        @Key("the cluster's name under clusters") String cluster,

        @Key("regrouping bulks; without it they are relayed whole") @Nullable BulkConfig bulk) {}
