/** A server of Kafka in a process of its own. */
@NullMarked
package io.sluice.devcluster.kafka;

import org.jspecify.annotations.NullMarked;
