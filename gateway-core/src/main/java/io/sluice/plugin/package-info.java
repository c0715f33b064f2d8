/** Finds plugins, isolates their classes from the host's, and makes their filters. */
@NullMarked
package io.sluice.plugin;

import org.jspecify.annotations.NullMarked;
