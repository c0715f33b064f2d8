/** The command line: run, check, explain, filters, schema, top, warm. */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
