/** The predicate over requests that {@code access}, {@code route-to}, {@code answer} and {@code json-edit} share. */
@NullMarked
package io.sluice.filters.match;

import org.jspecify.annotations.NullMarked;
