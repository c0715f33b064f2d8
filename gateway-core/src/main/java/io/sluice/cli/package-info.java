/** The command line: run, check, explain, filters, schema, health, top, index, certificate, warm. */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
