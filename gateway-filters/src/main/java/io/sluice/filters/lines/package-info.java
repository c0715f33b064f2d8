/** Logs of JSON lines that filters write beside the event loops. */
@NullMarked
package io.sluice.filters.lines;

import org.jspecify.annotations.NullMarked;
