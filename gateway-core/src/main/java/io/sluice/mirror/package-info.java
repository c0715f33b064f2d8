/**
 * Copies of requests for another cluster, and what its answers have in common with those that clients got. A copy never makes a client
 * wait: what cannot be copied at once is left out, and counted.
 */
@NullMarked
package io.sluice.mirror;

import org.jspecify.annotations.NullMarked;
