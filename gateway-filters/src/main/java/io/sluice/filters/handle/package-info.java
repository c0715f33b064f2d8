/** Ids of scrolls, points in time and asynchronous searches that only whom they were given to can use. */
@NullMarked
package io.sluice.filters.handle;

import org.jspecify.annotations.NullMarked;
