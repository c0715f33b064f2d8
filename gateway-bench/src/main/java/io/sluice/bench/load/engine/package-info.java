/** Connections, arrivals and answers: the run itself. */
@NullMarked
package io.sluice.bench.load.engine;

import org.jspecify.annotations.NullMarked;
