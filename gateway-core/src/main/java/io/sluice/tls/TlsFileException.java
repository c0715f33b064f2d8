package io.sluice.tls;

/** A file that TLS cannot work with; the message names the file and what would be right. */
public final class TlsFileException extends Exception {

    private static final long serialVersionUID = 1L;

    TlsFileException(String message) {
        super(message);
    }

    TlsFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
