/**
 * The contract of queues' engines: what an engine is asked for and what it promises. The gateway decides what a record means, which
 * lane it belongs to and when it is finished; an engine keeps records, by lane and in order. Uses the JDK, netty-buffer and jspecify
 * only.
 */
@NullMarked
package io.sluice.api.queue;

import org.jspecify.annotations.NullMarked;
