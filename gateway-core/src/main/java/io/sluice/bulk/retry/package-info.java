/** Which items of a bulk may be sent again, and their bytes. */
@NullMarked
package io.sluice.bulk.retry;

import org.jspecify.annotations.NullMarked;
