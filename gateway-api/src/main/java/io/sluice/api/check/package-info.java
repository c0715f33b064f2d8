/** What filters share that check credentials which take long to check. */
@NullMarked
package io.sluice.api.check;

import org.jspecify.annotations.NullMarked;
