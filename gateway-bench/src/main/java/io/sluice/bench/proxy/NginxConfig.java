package io.sluice.bench.proxy;

import io.sluice.bench.net.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** nginx as a plain proxy: keep-alive on both sides, no access log, bodies buffered in memory. */
final class NginxConfig {
    private NginxConfig() {}

    /** Writes the configuration and returns its file. */
    static Path write(Path directory, InetSocketAddress listen, InetSocketAddress upstream, int workers)
            throws IOException {
        String user = "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
        String text = user + """
                daemon off;
                worker_processes %d;
                pid nginx.pid;
                error_log nginx-error.log warn;
                events { worker_connections 16384; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                  keepalive_timeout 300s; keepalive_requests 100000000;
                  client_max_body_size 0; client_body_buffer_size 16m;
                  upstream stub { server %s; keepalive 512; keepalive_requests 100000000; keepalive_timeout 300s; }
                  server {
                    listen %s backlog=1024;
                    location / {
                      proxy_pass http://stub;
                      proxy_http_version 1.1;
                      proxy_set_header Connection "";
                      proxy_set_header Host $http_host;
                      proxy_buffers 64 32k;
                      proxy_max_temp_file_size 0;
                    }
                  }
                }
                """.formatted(workers, Addresses.text(upstream), Addresses.text(listen));
        return Files.writeString(directory.resolve("nginx.conf"), text);
    }
}
