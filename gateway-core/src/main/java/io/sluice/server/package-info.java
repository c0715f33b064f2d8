/** Listeners, TLS, the pipeline of a client's connection, admission, and the gateway as a whole. */
@NullMarked
package io.sluice.server;

import org.jspecify.annotations.NullMarked;
