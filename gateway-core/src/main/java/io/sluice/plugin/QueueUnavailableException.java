package io.sluice.plugin;

import io.sluice.config.Problem;
import java.io.IOException;

/** A queue cannot be opened now, though its configuration is right: its directory cannot be written, or another process has it open. */
public final class QueueUnavailableException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    QueueUnavailableException(Problem problem, IOException cause) {
        super(problem.toString(), cause);
        this.problem = problem;
    }

    /** What fails, with the place of the queue in the configuration. */
    public Problem problem() {
        return problem;
    }
}
