/** Bulks on their way to several nodes at once: split by the groups a router names, sent side by side, answered as one. */
@NullMarked
package io.sluice.regroup;

import org.jspecify.annotations.NullMarked;
