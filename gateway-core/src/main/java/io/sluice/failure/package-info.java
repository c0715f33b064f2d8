/** Who failed and why, apart from the status, and the error body in Elasticsearch's shape. */
@NullMarked
package io.sluice.failure;

import org.jspecify.annotations.NullMarked;
