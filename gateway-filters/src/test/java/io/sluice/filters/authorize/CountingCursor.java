package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Leads a visitor along one path, and counts how often it looks at names around a value. */
final class CountingCursor implements JsonCursor {

    private final List<@Nullable String> names = new ArrayList<>();
    private JsonKind kind = JsonKind.OBJECT;
    private String text = "";
    private int looks;

    /** How often names of containers around a value were looked at. */
    int looks() {
        return looks;
    }

    /**
     * Shows a visitor the containers of a path, and then the value at its end.
     *
     * @param path names; an empty one stands for the place in a list
     */
    JsonEdit walk(JsonVisitor visitor, List<String> path, String value) {
        names.clear();
        JsonEdit edit = JsonEdit.descend();
        for (int i = 0; i <= path.size() && edit instanceof JsonEdit.Descend; i++) {
            if (i > 0) {
                names.add(path.get(i - 1).isEmpty() ? null : path.get(i - 1));
            }
            boolean last = i == path.size();
            kind = last ? JsonKind.STRING : path.get(i).isEmpty() ? JsonKind.ARRAY : JsonKind.OBJECT;
            text = last ? value : "";
            edit = visitor.onValue(this);
        }
        return edit;
    }

    @Override
    public JsonKind kind() {
        return kind;
    }

    @Override
    public int depth() {
        return names.size();
    }

    @Override
    public @Nullable String name() {
        return names.isEmpty() ? null : names.getLast();
    }

    @Override
    public boolean nameIs(String name) {
        return name.equals(name());
    }

    @Override
    public boolean nameStartsWith(String begin) {
        String name = name();
        return name != null && name.startsWith(begin);
    }

    @Override
    public int nameIn(JsonNames set) {
        String name = name();
        byte[] bytes = name == null ? null : name.getBytes(StandardCharsets.UTF_8);
        return bytes == null ? -1 : set.indexOf(bytes, 0, bytes.length);
    }

    @Override
    public @Nullable String nameAt(int level) {
        if (level < depth()) {
            looks++;
        }
        return level == 0 ? null : names.get(level - 1);
    }

    @Override
    public boolean nameAtIs(int level, String name) {
        return Objects.equals(nameAt(level), name);
    }

    @Override
    public int index() {
        return 0;
    }

    @Override
    public boolean isOversized() {
        return false;
    }

    @Override
    public String text() {
        if (kind.isContainer()) {
            throw new IllegalStateException("an object or array has no text");
        }
        return text;
    }

    @Override
    public boolean stringIs(String content) {
        return text.equals(content);
    }

    @Override
    public int stringHash() {
        return text.hashCode();
    }

    @Override
    public boolean stringStartsWith(String begin) {
        return text.startsWith(begin);
    }

    @Override
    public boolean stringContains(char ascii) {
        return text.indexOf(ascii) >= 0;
    }

    @Override
    public String pointer() {
        return "/" + String.join("/", names);
    }
}
