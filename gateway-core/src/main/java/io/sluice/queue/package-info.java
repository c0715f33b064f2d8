/** Queues: writes are kept by an engine, answered, and sent to their cluster in the order of each document. */
@NullMarked
package io.sluice.queue;

import org.jspecify.annotations.NullMarked;
