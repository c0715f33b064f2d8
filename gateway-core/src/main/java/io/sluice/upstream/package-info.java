/** Connections to the nodes: a keep-alive pool per event loop and node, timeouts, health, and the rule for another try. */
@NullMarked
package io.sluice.upstream;

import org.jspecify.annotations.NullMarked;
