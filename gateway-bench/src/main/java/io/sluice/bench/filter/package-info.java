/** What a configuration's filters cost on a request of the user's own, without sockets: the gateway's chain, driven in process. */
@NullMarked
package io.sluice.bench.filter;

import org.jspecify.annotations.NullMarked;
