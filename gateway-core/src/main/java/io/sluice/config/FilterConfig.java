package io.sluice.config;

import io.sluice.api.Key;
import java.util.Map;

/** One filter of a flow; {@code config} is bound to the record of the type's factory once the plugins are loaded. */
public record FilterConfig(
        @Key("the filter's type, see sluice filters") String type,
        @Key("what the filter of that type needs") Map<String, Object> config) {}
