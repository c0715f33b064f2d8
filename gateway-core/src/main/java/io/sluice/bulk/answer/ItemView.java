package io.sluice.bulk.answer;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The members of an item's result that a client asked for. Immutable. */
final class ItemView {
    /** The members that are needed to merge answers. */
    private static final List<String> NEEDED = List.of(ItemPath.ERROR, ItemPath.STATUS);

    /** Whether everything is shown but what is hidden; otherwise only what is named. */
    private final boolean whole;

    /** The members that are shown, each with those of its own members that are; with none if all of it is. */
    private final Map<String, Set<String>> named = new LinkedHashMap<>();

    private final Set<String> hidden = new LinkedHashSet<>();
    /** Those of both. */
    private final List<String> names;

    /** @param excludes have no inner names */
    ItemView(boolean whole, List<ItemPath> includes, List<ItemPath> excludes) {
        this.whole = whole;
        excludes.forEach(path -> hidden.add(path.member()));
        Set<String> all = new HashSet<>();
        for (ItemPath path : includes) {
            if (path.inner() == null) {
                all.add(path.member());
            }
        }
        for (ItemPath path : includes) {
            if (!hidden.contains(path.member())) {
                Set<String> inner = named.computeIfAbsent(path.member(), name -> new LinkedHashSet<>());
                if (path.inner() != null && !all.contains(path.member())) {
                    inner.add(path.inner());
                }
            }
        }
        names = Stream.concat(named.keySet().stream(), hidden.stream()).toList();
    }

    /** The paths for servers, which tell the error and the status of every item. */
    List<String> forServers() {
        Set<String> paths = new LinkedHashSet<>();
        if (whole) {
            paths.add("items");
            hidden.stream().filter(name -> !NEEDED.contains(name)).forEach(name -> paths.add("-" + ItemPath.to(name)));
        } else {
            NEEDED.forEach(name -> paths.add(ItemPath.to(name)));
            named.keySet().forEach(name -> paths.add(ItemPath.to(name)));
        }
        return List.copyOf(paths);
    }

    /** The members that it names. */
    List<String> names() {
        return names;
    }

    /** Whether members that it does not name are shown. */
    boolean showsOthers() {
        return whole;
    }

    /** Whether all of the member is shown. */
    boolean shows(String name) {
        Set<String> inner = named.get(name);
        return whole ? !hidden.contains(name) : inner != null && inner.isEmpty();
    }

    /** The names of those of the member's own members that are shown; null if all or nothing of it is. */
    @Nullable Set<String> inner(String name) {
        Set<String> inner = whole ? null : named.get(name);
        return inner == null || inner.isEmpty() ? null : inner;
    }

    boolean showsNothing() {
        return !whole && named.isEmpty();
    }

    boolean showsEverything() {
        return whole && hidden.isEmpty();
    }

    /** Whether just that is shown which servers tell that were asked for {@link #forServers}. */
    boolean isAsServersTell() {
        return NEEDED.stream().allMatch(this::shows) && named.values().stream().allMatch(Set::isEmpty);
    }
}
