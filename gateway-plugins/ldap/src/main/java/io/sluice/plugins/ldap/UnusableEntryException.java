package io.sluice.plugins.ldap;

/** A directory told something from which no user can be made. */
final class UnusableEntryException extends Exception {

    private static final long serialVersionUID = 1;

    UnusableEntryException(String message) {
        super(message);
    }
}
