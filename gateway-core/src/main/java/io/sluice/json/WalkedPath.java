package io.sluice.json;

import java.util.ArrayList;
import java.util.List;

/**
 * The place in JSON that a walk has come to. Only names are kept: a text for each place on the way would take the square of a body's
 * size. For one thread.
 */
public final class WalkedPath {
    private final List<String> names = new ArrayList<>();

    /** Goes to a member or an element. */
    public void enter(String name) {
        names.add(name);
    }

    /** Goes back to what the last place is in. */
    public void leave() {
        names.removeLast();
    }

    /**
     * The place as a JSON pointer.
     *
     * @param longest a longer one is cut after so many characters
     */
    public String pointer(int longest) {
        StringBuilder pointer = new StringBuilder();
        for (String name : names) {
            if (pointer.length() > longest) {
                break;
            }
            String part = name.substring(0, Math.min(name.length(), longest + 1 - pointer.length()));
            pointer.append('/').append(part.replace("~", "~0").replace("/", "~1"));
        }
        if (pointer.length() <= longest) {
            return pointer.toString();
        }
        boolean half = Character.isHighSurrogate(pointer.charAt(longest - 1));
        pointer.setLength(half ? longest - 1 : longest);
        return pointer.append("...").toString();
    }
}
