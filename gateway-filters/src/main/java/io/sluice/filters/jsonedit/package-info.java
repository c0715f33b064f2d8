/** The filter {@code json-edit}: edits JSON bodies by path while they stream. */
@NullMarked
package io.sluice.filters.jsonedit;

import org.jspecify.annotations.NullMarked;
