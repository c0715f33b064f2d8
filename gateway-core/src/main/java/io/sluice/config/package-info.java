/** The configuration as records that cannot be built wrong, and their loader. Its YAML is public API, these classes are not. */
@NullMarked
package io.sluice.config;

import org.jspecify.annotations.NullMarked;
