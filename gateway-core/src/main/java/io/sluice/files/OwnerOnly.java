package io.sluice.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes files that only their owner may read, where the system knows that: they hold documents or requests. Stateless. */
public final class OwnerOnly {
    private OwnerOnly() {}

    /**
     * Makes an empty file.
     *
     * @throws FileAlreadyExistsException if there is one
     */
    public static void createNew(Path file) throws IOException {
        boolean known = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] permissions = known
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        Files.createFile(file, permissions);
    }

    /** Makes an empty file. One that is there stays as it is. */
    public static void create(Path file) throws IOException {
        try {
            createNew(file);
        } catch (FileAlreadyExistsException e) {
            // Its owner has chosen who may read it.
        }
    }
}
