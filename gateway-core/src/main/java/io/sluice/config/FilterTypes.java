package io.sluice.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of filters, bulk routers and queues that a configuration may name. */
public interface FilterTypes {

    /** The value with which a configuration asks for no bulk router. */
    String NO_ROUTER = "none";

    /** All types of filters, sorted. */
    Set<String> types();

    /** The record that the configuration of a type of filters is bound to, or null if there is no such type. */
    @Nullable Class<? extends Record> configType(String type);

    /** All types of bulk routers, sorted. */
    Set<String> routerTypes();

    /** The record that the configuration of a type of bulk routers is bound to, or null if there is no such type. */
    @Nullable Class<? extends Record> routerConfigType(String type);

    /** All engines of queues, sorted. */
    Set<String> queueTypes();

    /** The record that the configuration of an engine of queues is bound to, or null if there is no such engine. */
    @Nullable Class<? extends Record> queueConfigType(String type);
}
