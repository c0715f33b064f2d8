package io.sluice.server;

import io.sluice.config.HostPort;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Says in words why an address could not be bound; the JDK and Netty name neither the address nor who wanted it. */
final class BindFailure {

    // Netty's native transports put the system call before the system's own words.
    private static final Pattern SYSTEM_CALL = Pattern.compile("\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

    private BindFailure() {}

    /** What is thrown where a listener cannot be opened. */
    static IOException of(String listener, HostPort bind, Exception cause) {
        return new IOException(
                "cannot listen on " + bind + " for listener '" + listener + "': " + reason(cause), cause);
    }

    /** Why, without the address; one line. */
    static String reason(Exception cause) {
        if (cause instanceof UnresolvedAddressException) {
            return "the name of the host cannot be resolved";
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        String words = SYSTEM_CALL.matcher(message).replaceFirst("");
        String lower = words.toLowerCase(Locale.ROOT);
        if (lower.startsWith("address already in use")) {
            return "the address is in use by another process";
        }
        if (lower.startsWith("permission denied")) {
            return "user '" + System.getProperty("user.name") + "' may not listen on this port";
        }
        if (lower.startsWith("cannot assign requested address")) {
            return "this machine does not have the address";
        }
        return words.lines().findFirst().orElse(words);
    }
}
