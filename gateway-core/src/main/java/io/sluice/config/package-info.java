/** The configuration as records that validate themselves, and their loader. Its YAML is public API, these classes are not. */
@NullMarked
package io.sluice.config;

import org.jspecify.annotations.NullMarked;
