/** The filter {@code ldap}: user names and passwords, groups and claims of a directory (RFC 4511). */
@NullMarked
package io.sluice.plugins.ldap;

import org.jspecify.annotations.NullMarked;
