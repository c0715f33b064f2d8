/** The parts of a load, as a YAML file describes them. */
@NullMarked
package io.sluice.bench.load.scenario;

import org.jspecify.annotations.NullMarked;
