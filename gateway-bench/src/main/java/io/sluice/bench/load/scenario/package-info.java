/** What a load consists of, as it stands in a YAML file. */
@NullMarked
package io.sluice.bench.load.scenario;

import org.jspecify.annotations.NullMarked;
