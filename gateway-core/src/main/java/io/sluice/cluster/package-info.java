/** What a cluster says about itself, read through its REST interface off the event loops. */
@NullMarked
package io.sluice.cluster;

import org.jspecify.annotations.NullMarked;
