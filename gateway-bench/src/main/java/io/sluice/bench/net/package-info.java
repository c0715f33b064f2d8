/** The transport all tools share: epoll where present, the pooled allocator, addresses. */
@NullMarked
package io.sluice.bench.net;

import org.jspecify.annotations.NullMarked;
