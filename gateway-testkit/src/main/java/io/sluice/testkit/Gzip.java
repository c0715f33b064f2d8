package io.sluice.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses bodies as clients do. */
final class Gzip {

    private Gzip() {}

    static byte[] compress(byte[] plain) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return compressed.toByteArray();
    }
}
