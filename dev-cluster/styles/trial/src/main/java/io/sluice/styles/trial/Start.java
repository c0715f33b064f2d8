package io.sluice.styles.trial;

import java.io.IOException;

/** Is told when the warm-up of a trial is over and the measured part begins. */
@FunctionalInterface
interface Start {
    void measuring() throws IOException;
}
