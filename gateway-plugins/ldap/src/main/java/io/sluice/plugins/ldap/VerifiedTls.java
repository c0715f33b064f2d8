package io.sluice.plugins.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS over a socket that is there, with a server whose certificate must have the name that was asked for. The JDK checks
 * that in the handshake: the LDAP library's own check also takes names that resolve to the server's address.
 */
final class VerifiedTls extends SSLSocketFactory {

    private final SSLSocketFactory trusted;

    VerifiedTls(SSLSocketFactory trusted) {
        this.trusted = trusted;
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        Socket made = trusted.createSocket(socket, host, port, autoClose);
        if (!(made instanceof SSLSocket secure)) {
            throw new IOException("TLS is not to be had here");
        }
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("LDAPS");
        secure.setSSLParameters(parameters);
        return secure;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return trusted.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return trusted.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress address, int port) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("TLS is spoken over sockets that are there");
    }
}
