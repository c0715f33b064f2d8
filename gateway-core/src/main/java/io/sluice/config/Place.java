package io.sluice.config;

/**
 * A place in a configuration file.
 *
 * @param file the name of the file as it was given; empty if the configuration was not read from a file
 * @param line from 1, or 0 if the place is the file as a whole
 * @param column from 1, or 0
 * @param path the path of keys, as in {@code flows.ingest.filters[0]}; empty for the root
 */
public record Place(String file, int line, int column, String path) {

    /** The file as a whole. */
    static Place of(String file) {
        return new Place(file, 0, 0, "");
    }

    /** A place without a file, for configurations that are built in code. */
    public static Place inCode(String path) {
        return new Place("", 0, 0, path);
    }

    Place key(String key) {
        return new Place(file, line, column, path.isEmpty() ? key : path + "." + key);
    }

    Place item(int index) {
        return new Place(file, line, column, path + "[" + index + "]");
    }

    Place at(int otherLine, int otherColumn) {
        return new Place(file, otherLine, otherColumn, path);
    }

    /** File, line and column, as compilers write them. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
