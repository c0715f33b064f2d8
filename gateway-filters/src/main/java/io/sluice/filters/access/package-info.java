/** The filter {@code access}: allows or denies requests. */
@NullMarked
package io.sluice.filters.access;

import org.jspecify.annotations.NullMarked;
