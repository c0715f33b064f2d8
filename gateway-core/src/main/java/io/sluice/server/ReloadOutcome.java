package io.sluice.server;

import io.sluice.config.ConfigChange;
import io.sluice.config.Problem;
import java.util.List;

/** What became of a reload. */
public sealed interface ReloadOutcome {

    /**
     * New requests run on the new configuration.
     *
     * @param generation its number
     * @param changes what differs from the one before
     * @param warnings settings that are probably not intended
     */
    record Done(int generation, List<ConfigChange> changes, List<Problem> warnings) implements ReloadOutcome {}

    /**
     * Nothing has changed.
     *
     * @param problems why; at least one
     */
    record Refused(List<Problem> problems) implements ReloadOutcome {}

    /** Nothing has changed, as another reload is under way. */
    record Busy() implements ReloadOutcome {}
}
