package io.sluice.api;

/**
 * An authenticated client.
 *
 * @param name the user's name, never empty
 * @param realm which filter vouches for it, for instance {@code basic-auth}
 */
public record Principal(String name, String realm) {
    public Principal {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a principal needs a name");
        }
    }
}
