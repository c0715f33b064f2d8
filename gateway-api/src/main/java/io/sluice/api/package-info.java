/**
 * The filter contract: what a filter author sees. Uses the JDK, netty-buffer and jspecify only, so that it can move to a jar of
 * its own.
 */
@NullMarked
package io.sluice.api;

import org.jspecify.annotations.NullMarked;
