# shellcheck shell=bash
# Starts clusters of dev-cluster for a script. Sourced after terminal.sh. The caller has set $root, $jdk and $work, and calls end_cluster
# when it ends, however it ends.

# the one that was started last
cluster_pid=
clusters=()

# Starts a cluster and waits until it is green; $work/addresses has its HTTP addresses then, a line each. It ends with the script.
start_cluster() { # options of the launcher
    if [ ! -p "$work/alive" ]; then
        mkfifo "$work/alive"
        exec 3<>"$work/alive"
    fi
    rm -f "$work/addresses"
    "$jdk/bin/java" -Xmx64m -XX:+UseSerialGC "-Dsluice.devCluster.directory=$root/dev-cluster" \
        -cp "$root/dev-cluster/launcher/target/classes" io.sluice.devcluster.Main \
        "$@" --addresses-file "$work/addresses" <"$work/alive" >"$work/cluster.log" 2>&1 3>&- &
    cluster_pid=$!
    clusters+=("$cluster_pid")
    until [ -f "$work/addresses" ]; do
        kill -0 "$cluster_pid" 2>/dev/null || { cat "$work/cluster.log" >&2; fail "The cluster did not start."; }
        sleep 0.2
    done
}

# Ends all that were started.
end_cluster() {
    local pid
    for pid in ${clusters[@]+"${clusters[@]}"}; do
        kill "$pid" 2>/dev/null || :
        wait "$pid" 2>/dev/null || :
    done
    [ ${#clusters[@]} -eq 0 ] || exec 3>&- || :
}
