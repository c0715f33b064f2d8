/** Header handling that several filters share: JSON media types, and the headers that belong to the gateway. */
@NullMarked
package io.sluice.filters.http;

import org.jspecify.annotations.NullMarked;
