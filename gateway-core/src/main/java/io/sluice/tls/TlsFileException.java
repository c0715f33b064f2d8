package io.sluice.tls;

/** Thrown for a file that TLS cannot use; the message names the file and says what would be right. */
public final class TlsFileException extends Exception {

    private static final long serialVersionUID = 1L;

    TlsFileException(String message) {
        super(message);
    }

    TlsFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
