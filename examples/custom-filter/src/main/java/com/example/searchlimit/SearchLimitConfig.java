package com.example.searchlimit;

import io.sluice.api.Key;

/** What stands under {@code config} in the file: one key. */
public record SearchLimitConfig(
        @Key(value = "the most hits that one search may ask for", def = "1000")
        int maxSize) {

    public SearchLimitConfig {
        if (maxSize < 1) {
            throw new IllegalArgumentException("maxSize must be at least 1, is " + maxSize);
        }
    }
}
