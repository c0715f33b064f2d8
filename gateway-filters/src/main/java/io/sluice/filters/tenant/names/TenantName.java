package io.sluice.filters.tenant.names;

/**
 * The alphabet of tenants' names: lower-case ASCII letters, digits and underscores, with hyphens where the
 * configuration says so; a letter or digit first, at most 63 characters. None of its characters has a special meaning
 * in Elasticsearch or in a path.
 *
 * @param hyphens whether names may have hyphens after the first character
 */
public record TenantName(boolean hyphens) {

    private static final int MAX_LENGTH = 63;

    /** Whether the text is the name of a tenant. */
    public boolean isValid(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH || !isLetterOrDigit(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            if (!contains(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a name may contain the character. */
    public boolean contains(char c) {
        return isLetterOrDigit(c) || c == '_' || hyphens && c == '-';
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
    }
}
