/** What long jobs share: journal, workers, pace, progress. */
@NullMarked
package io.sluice.index.job;

import org.jspecify.annotations.NullMarked;
