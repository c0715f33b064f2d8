package io.sluice.config;

import io.sluice.api.Key;

/** Where a flow's requests go. */
public record RelayConfig(
        @Key("the cluster's name under clusters") String cluster) {}
