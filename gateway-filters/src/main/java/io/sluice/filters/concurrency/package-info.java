/** The filter {@code concurrency-limit}: bounds the requests in flight. */
@NullMarked
package io.sluice.filters.concurrency;

import org.jspecify.annotations.NullMarked;
