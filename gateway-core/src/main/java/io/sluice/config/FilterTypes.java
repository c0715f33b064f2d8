package io.sluice.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The filter types that a configuration may name. */
public interface FilterTypes {

    /** All types, sorted. */
    Set<String> types();

    /** The record that the configuration of a type is bound to, or null if there is no such type. */
    @Nullable Class<? extends Record> configType(String type);
}
