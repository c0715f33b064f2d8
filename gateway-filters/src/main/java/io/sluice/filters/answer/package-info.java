/** The filter {@code answer}: a static reply. */
@NullMarked
package io.sluice.filters.answer;

import org.jspecify.annotations.NullMarked;
