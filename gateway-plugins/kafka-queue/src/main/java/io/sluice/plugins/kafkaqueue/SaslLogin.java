package io.sluice.plugins.kafkaqueue;

import io.sluice.api.Key;
import io.sluice.api.Secret;

/** The login at Kafka's servers by user and password. */
public record SaslLogin(
        @Key(value = "how the password is shown: scram-sha-512, scram-sha-256, or plain", def = "scram-sha-512")
        Mechanism mechanism,

        @Key("the user's name") String username,

        @Key("the user's password") Secret password) {

    public SaslLogin {
        if (username.isEmpty() || password.value().isEmpty()) {
            throw new IllegalArgumentException("username and password must not be empty");
        }
    }

    /** Ways to show a password. */
    public enum Mechanism {
        SCRAM_SHA_512("SCRAM-SHA-512", "scram.ScramLoginModule"),
        SCRAM_SHA_256("SCRAM-SHA-256", "scram.ScramLoginModule"),
        PLAIN("PLAIN", "plain.PlainLoginModule");

        private final String registered;
        private final String module;

        Mechanism(String registered, String module) {
            this.registered = registered;
            this.module = module;
        }

        /** As the protocol names it. */
        String registered() {
            return registered;
        }
    }

    /** The login in the form of JAAS, which Kafka's clients read. */
    String jaas() {
        return "org.apache.kafka.common.security." + mechanism.module + " required username=" + quoted(username)
                + " password=" + quoted(password.value()) + ";";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
