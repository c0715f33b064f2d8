# shellcheck shell=bash
# Where tests keep temporary files. Sourced by scripts/test, with bash.

# Makes a directory in memory and prints its name; prints nothing where there is little memory or no such file system. The tests'
# servers write thousands of small indices and flush each to its disk, which takes a third of all processor time.
make_scratch() {
    local memory=/dev/shm left directory
    [ -d "$memory" ] && [ -w "$memory" ] || return 0
    # what a killed run has left behind
    for left in "$memory"/sluice-tests-*; do
        if [ -O "$left" ] && ! kill -0 "${left##*-}" 2>/dev/null; then rm -rf "$left"; fi
    done
    has_room "$memory" || return 0
    directory=$memory/sluice-tests-$$
    mkdir "$directory" || return 0
    # Netty and the servers load native libraries from there.
    printf '#!/bin/sh\n' >"$directory/probe"
    chmod +x "$directory/probe"
    if "$directory/probe" 2>/dev/null; then
        rm "$directory/probe"
        say "$directory"
    else
        rm -rf "$directory"
    fi
}

# Whether a file system in memory has room for the files (0.4 GiB at most), and the memory for them and for all processes.
has_room() { # directory
    local room available
    room=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
    available=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
    [ "${room:-0}" -ge "$((3 << 20))" ] && [ "${available:-0}" -ge "$((12 << 20))" ]
}
