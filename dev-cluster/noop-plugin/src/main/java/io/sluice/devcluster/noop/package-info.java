/** A plugin of Elasticsearch 7.17 that takes the server's work out of measurements of clients. */
@NullMarked
package io.sluice.devcluster.noop;

import org.jspecify.annotations.NullMarked;
