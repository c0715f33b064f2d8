/** The admin endpoint on a port of its own: metrics, health, statistics, the effective configuration. */
@NullMarked
package io.sluice.admin;

import org.jspecify.annotations.NullMarked;
