package io.sluice.bench.soak;

import java.util.Locale;

/** Where a run is, by what the cluster and the queue show. */
enum OutagePhase {
    BEFORE,
    AWAY,
    CATCHING_UP,
    AFTER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
