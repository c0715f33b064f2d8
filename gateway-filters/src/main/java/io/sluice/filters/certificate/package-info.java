/** The filter {@code client-certificate}: who a client is, by the certificate that the listener has verified. */
@NullMarked
package io.sluice.filters.certificate;

import org.jspecify.annotations.NullMarked;
