/** The process side of an embedded server: what every server's main shares. Uses the JDK only. */
@NullMarked
package io.sluice.devcluster.host;

import org.jspecify.annotations.NullMarked;
