/** Reading HTTP/1.1 from a connection, strictly and within bounds: the same for requests of clients and answers of nodes. */
@NullMarked
package io.sluice.wire;

import org.jspecify.annotations.NullMarked;
