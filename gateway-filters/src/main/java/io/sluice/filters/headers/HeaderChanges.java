package io.sluice.filters.headers;

import io.sluice.api.Headers;
import io.sluice.api.Key;
import io.sluice.filters.http.OwnedHeaders;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Changes to the headers of one side: first those named are removed, then set, then added. Immutable. */
public record HeaderChanges(
        @Key("headers that are left out, by name") List<String> remove,

        @Key("headers that get this one value, whatever they had")
        Map<String, String> set,

        @Key("headers that get one more value") Map<String, String> add) {

    public HeaderChanges {
        remove = List.copyOf(remove);
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        add = Collections.unmodifiableMap(new LinkedHashMap<>(add));
        remove.forEach(OwnedHeaders::checkName);
        set.forEach(OwnedHeaders::checkField);
        add.forEach(OwnedHeaders::checkField);
        Set<String> removed = distinct("remove", remove);
        distinct("add", add.keySet());
        for (String name : distinct("set", set.keySet())) {
            if (removed.contains(name)) {
                throw new IllegalArgumentException("header " + name + " is listed under remove and under set");
            }
        }
    }

    private static Set<String> distinct(String key, Collection<String> names) {
        Set<String> lower =
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        if (lower.size() != names.size()) {
            throw new IllegalArgumentException("a header is listed twice under " + key + ": " + names);
        }
        return lower;
    }

    boolean isEmpty() {
        return remove.isEmpty() && set.isEmpty() && add.isEmpty();
    }

    Headers applyTo(Headers headers) {
        Headers result = headers;
        for (String name : remove) {
            result = result.contains(name) ? result.without(name) : result;
        }
        for (Map.Entry<String, String> field : set.entrySet()) {
            result = result.with(field.getKey(), field.getValue());
        }
        for (Map.Entry<String, String> field : add.entrySet()) {
            result = result.and(field.getKey(), field.getValue());
        }
        return result;
    }
}
