/** The filter {@code basic-auth}: checks user names and passwords against an htpasswd file. */
@NullMarked
package io.sluice.filters.basicauth;

import org.jspecify.annotations.NullMarked;
