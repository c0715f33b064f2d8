package io.sluice.plugins.ldap;

import io.sluice.api.Key;
import io.sluice.api.Secret;

/** Whom the gateway is at the directory when it searches. */
public record ServiceAccount(
        @Key("the name of its entry") String dn,

        @Key("its password; take it from the environment") Secret password) {

    public ServiceAccount {
        DnTemplate.dn(dn);
        if (password.value().isEmpty()) {
            throw new IllegalArgumentException("an account without password would be nobody; leave bind out for that");
        }
    }
}
