/** What several filters share about heads: the header names that belong to the gateway. */
@NullMarked
package io.sluice.filters.http;

import org.jspecify.annotations.NullMarked;
