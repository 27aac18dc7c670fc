# fish completion for talosctl

function __talosctl_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($before[1] __complete $before[2..-1] "$current" 2>/dev/null)
    set -l directive (string replace ':' '' -- $answer[-1])
    string match -qr '^[0-9]+$' -- "$directive"; or return
    test (math "bitand($directive, 1)") -eq 0; or return

    # Fish replaces the whole word, the answer holds only the value after the equals sign.
    set -l front (string match -r -- '^-[^=]*=' "$current")
    set -l offered
    for line in $answer[1..-2]
        test -n "$line"; and set -a offered "$front$line"
    end
    if test (count $offered) -gt 0
        printf '%s\n' $offered
    else if test (math "bitand($directive, 16)") -ne 0
        __fish_complete_directories (string replace -r -- '^-[^=]*=' '' "$current") ''
    else if test (math "bitand($directive, 4)") -eq 0
        __fish_complete_path (string replace -r -- '^-[^=]*=' '' "$current")
    end
end

complete -c talosctl -e
complete -c talosctl -f -a '(__talosctl_complete)'
