# shellcheck shell=bash
# What the scripts have in common. Sourced by them, with bash.

# true where somebody watches a line change
terminal=false
if [ -t 1 ]; then terminal=true; fi

say() { printf '%s\n' "$@"; }

# Says what went wrong and what to do, and ends the script.
fail() {
    printf '\n%s\n' "$*" >&2
    exit 1
}

# Shows the last lines of a log before a failure.
show_tail() { # file lines
    if [ -s "$1" ]; then
        printf '\nThe last lines of %s:\n' "$1" >&2
        tail -n "$2" "$1" | sed 's/^/  | /' >&2
    fi
}

# Waits for a background process of ours and shows what a command says about it: a line that changes on a terminal, lines elsewhere.
# Fails as the process does.
watch_process() { # pid command...
    local pid=$1 shown='' line
    shift
    while kill -0 "$pid" 2>/dev/null; do
        line=$("$@")
        if [ -n "$line" ] && [ "$line" != "$shown" ]; then
            if $terminal; then printf '\r\033[K  %s' "$line"; else printf '  %s\n' "$line"; fi
            shown=$line
        fi
        sleep 1
    done
    if $terminal; then printf '\r\033[K'; fi
    wait "$pid"
}

# True iff nothing listens on the port of 127.0.0.1.
port_is_free() { # port
    ! (exec 9<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# The first free port from the one given upwards.
free_port() { # port
    local port=$1
    until port_is_free "$port"; do port=$((port + 1)); done
    printf '%s' "$port"
}

# Waits until the nodes of a stub listen, and ends the script with its log if they do not. Sets the array stub to their addresses.
await_stub() { # pid log nodes
    local tries=0
    until mapfile -t stub < <(grep -oE '127\.0\.0\.1:[0-9]+' "$2" | sort -u) && [ ${#stub[@]} -ge "$3" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 300 ] || ! kill -0 "$1" 2>/dev/null; then
            show_tail "$2" 20
            fail "The stub did not start."
        fi
        sleep 0.1
    done
}

# Waits until a gateway of ours says that it is ready, and ends the script with its log if it does not.
await_gateway() { # name pid port-of-admin log seconds
    local tries=0
    # Where the process has ended, somebody else may answer at its port.
    until kill -0 "$2" 2>/dev/null && curl -sf -o /dev/null "http://127.0.0.1:$3/health/ready"; do
        tries=$((tries + 1))
        if [ $tries -gt $(($5 * 10)) ] || ! kill -0 "$2" 2>/dev/null; then
            show_tail "$4" 20
            fail "$1 is not ready."
        fi
        sleep 0.1
    done
}

require_maven() {
    command -v mvn >/dev/null || fail "Maven 3.8.7 or newer is needed, and there is no mvn on the PATH.
Install it (apt-get install maven, dnf install maven, brew install maven) and start again."
}
