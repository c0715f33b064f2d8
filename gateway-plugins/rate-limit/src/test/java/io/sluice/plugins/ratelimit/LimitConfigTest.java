package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitConfigTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            limits: []                                                  | limits needs an entry
            limits: [{ name: a }]                                       | rate
            limits: [{ name: a, rate: fast }]                           | not a rate, expected for example 100/s
            limits: [{ name: a, rate: 1/fortnight }]                    | not a rate
            limits: [{ name: a, rate: 0/s }]                            | rate must be 1 to
            limits: [{ name: a, rate: -1/s }]                           | rate has no number or size
            limits: [{ name: a, rate: 2GiB/s }]                         | at most one a nanosecond
            limits: [{ name: a, rate: 1/s, burst: 0 }]                  | burst must be 1 to
            limits: [{ name: a, rate: 1/s, burst: lots }]               | burst has no number or size
            limits: [{ name: A b, rate: 1/s }]                          | lower-case letters
            limits: [{ name: a, rate: 1/s }, { name: a, rate: 2/s }]    | two limits are named a
            limits: [{ name: a, rate: 1/s, of: fish }]                  | fish
            limits: [{ name: a, rate: 1/s, by: [cleint] }]              | not cleint
            limits: [{ name: a, rate: 1/s, by: ['claim:'] }]            | not claim:
            limits: [{ name: a, rate: 1/s, by: [client, client] }]      | by has client twice
            limits: [{ name: a, rate: 1/s, by: ['header:X-App'] }]      | needs headersFrom
            limits: [{ name: a, rate: 1/s, headersFrom: [10.0.0.0/8] }] | headersFrom is for header:NAME only
            limits: [{ name: a, rate: 1/s, ipv6Prefix: 129 }]           | ipv6Prefix
            limits: [{ name: a, rate: 1/s, when: {} }]                  | a condition needs at least one
            limits: [{ name: a, rate: 1/s, delay: 9s }]                 | 8s at most
            limits: [{ name: a, rate: 1/s, brust: 5 }]                  | brust
            { limits: [{ name: a, rate: 1/s }], maxKeys: 0 }            | maxKeys and maxWaiting
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'http://h:1' } }         | redis must be an address such as
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'redis://u:p@h:1' } }    | the login stands under username and password
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'redis://h:1/x' } }      | number of a database
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'redis://h', ca: x } }   | ca is for rediss only
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'redis://h', username: x } }  | username needs a password
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'redis://h', timeout: 0s } }  | timeout must be 1ms to 5s
            { limits: [{ name: a, rate: 1/s }], shared: { redis: 'redis://h', whenAway: half } } | half
            """)
    void saysWhatIsWrong(String config, String message) {
        assertThatThrownBy(() -> FilterHarness.of(new RateLimitFactory(), config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
