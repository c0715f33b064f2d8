/** What a run has measured, as a table and as JSON. */
@NullMarked
package io.sluice.bench.load.result;

import org.jspecify.annotations.NullMarked;
