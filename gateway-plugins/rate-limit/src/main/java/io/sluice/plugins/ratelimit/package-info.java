/** The filter {@code rate-limit}: how many requests, bytes and documents of bulks a client may send. */
@NullMarked
package io.sluice.plugins.ratelimit;

import org.jspecify.annotations.NullMarked;
