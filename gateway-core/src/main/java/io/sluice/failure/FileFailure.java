package io.sluice.failure;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Says in words why a file could not be used; exceptions of the JDK often have no text but the path. */
public final class FileFailure {

    private FileFailure() {}

    /** The reason in one line, with the file if the exception names one. */
    public static String describe(IOException e) {
        String file = e instanceof FileSystemException about ? about.getFile() : null;
        return file == null ? reason(e) : file + ": " + reason(e);
    }

    /** The reason without the file. */
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no such file";
            case AccessDeniedException denied -> "user '" + System.getProperty("user.name") + "' may not do this";
            case NotDirectoryException file -> "this is not a directory";
            case FileAlreadyExistsException existing -> "there is a file of this name already";
            case CharacterCodingException coding -> "the file is not UTF-8";
            case FileSystemException other -> firstLine(other.getReason(), other);
            default -> firstLine(e.getMessage(), e);
        };
    }

    private static String firstLine(@Nullable String message, IOException e) {
        String text = message == null ? e.getClass().getSimpleName() : message;
        return text.lines().findFirst().orElse(e.getClass().getSimpleName());
    }
}
