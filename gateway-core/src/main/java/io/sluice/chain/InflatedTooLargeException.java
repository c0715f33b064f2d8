package io.sluice.chain;

import java.util.zip.DataFormatException;

/** A compressed body grows beyond its limits. */
final class InflatedTooLargeException extends DataFormatException {
    InflatedTooLargeException(String message) {
        super(message);
    }
}
