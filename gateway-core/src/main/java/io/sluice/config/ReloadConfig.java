package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;

/** Changes of the configuration while the process runs. */
public record ReloadConfig(
        @Key(
                value =
                        "whether the configuration file and the certificates that it names are looked at again and again, and a"
                                + " change is taken over",
                def = "false")
        boolean watch,

        @Key(value = "time between two of these looks", def = "5s")
        Duration every,

        @Key(value = "how long requests may go on with the configuration that they began with", def = "1h")
        Duration hold) {

    public ReloadConfig {
        Checks checks = new Checks();
        checks.positive(every, "every");
        checks.positive(hold, "hold");
        checks.done();
    }
}
