/** The filter {@code jwt}: who the client is by a signed token (RFC 7519), with keys of a file or a server (RFC 7517). */
@NullMarked
package io.sluice.plugins.jwt;

import org.jspecify.annotations.NullMarked;
