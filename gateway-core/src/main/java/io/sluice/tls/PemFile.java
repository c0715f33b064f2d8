package io.sluice.tls;

import io.sluice.failure.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The blocks of a PEM file, in their order; what stands between them is ignored.
 *
 * @param path of the file
 * @param blocks at least none
 */
record PemFile(Path path, List<Block> blocks) {

    private static final int MAX_BYTES = 4 << 20;
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,64})-----([^-]*+)-----END \\1-----");

    /**
     * One block.
     *
     * @param label as in {@code CERTIFICATE}
     * @param der its content; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Block(String label, byte[] der) {}

    /** Reads a file. */
    static PemFile read(Path path) throws TlsFileException {
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(path)) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new TlsFileException("cannot read " + path + ": " + FileFailure.reason(e), e);
        }
        if (bytes.length > MAX_BYTES) {
            throw new TlsFileException(path + " is longer than " + MAX_BYTES + " bytes");
        }
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        while (matcher.find()) {
            byte[] text = matcher.group(2).getBytes(StandardCharsets.ISO_8859_1);
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(text)));
            } catch (IllegalArgumentException e) {
                throw new TlsFileException(path + ": a block " + matcher.group(1) + " is not Base64", e);
            }
        }
        return new PemFile(path, blocks);
    }

    /** What the file holds, for messages. */
    String contents() {
        return blocks.isEmpty()
                ? "nothing in PEM form"
                : String.join(", ", blocks.stream().map(Block::label).distinct().toList());
    }
}
