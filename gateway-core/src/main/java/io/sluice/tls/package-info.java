/** Certificates, keys and handshakes: reads and checks files, makes contexts, counts and logs what fails. */
@NullMarked
package io.sluice.tls;

import org.jspecify.annotations.NullMarked;
