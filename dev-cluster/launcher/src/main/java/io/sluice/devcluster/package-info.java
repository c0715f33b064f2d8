/**
 * Clusters of real servers for tests, measurements and the demo. Each server runs in processes of its own, from the class path or
 * distribution its module has made, so that nothing of it meets the gateway's classes. Uses the JDK only.
 */
@NullMarked
package io.sluice.devcluster;

import org.jspecify.annotations.NullMarked;
