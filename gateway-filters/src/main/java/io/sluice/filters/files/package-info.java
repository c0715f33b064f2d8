/** Files of filters that are read again while the gateway runs. */
@NullMarked
package io.sluice.filters.files;

import org.jspecify.annotations.NullMarked;
