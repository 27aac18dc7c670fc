#compdef talosctl
# zsh completion for talosctl

_talosctl() {
    local -a answer offered space
    local directive line value
    answer=("${(@f)$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    directive=${answer[-1]#:}
    [[ $directive == <-> ]] && ((!(directive & 1))) || return 1
    ((directive & 2)) && space=(-S '')

    # The answer holds the value alone, without the flag before it.
    [[ $PREFIX == -*=* ]] && compset -P 1 '*='
    for line in "${(@)answer[1,-2]}"; do
        [[ -n $line ]] || continue
        value=${line%%$'\t'*}
        value=${value//:/\\:}
        if [[ $line == *$'\t'* ]]; then
            offered+=("$value:${line#*$'\t'}")
        else
            offered+=("$value")
        fi
    done

    if ((${#offered} > 0)); then
        _describe -t talosctl 'talosctl' offered "${(@)space}"
    elif ((directive & 16)); then
        _files -/
    elif ((!(directive & 4))); then
        _files
    else
        return 1
    fi
}

# Loaded by name from $fpath, zsh calls the file itself; sourced, it only has to be registered.
if [[ $funcstack[1] == _talosctl ]]; then
    _talosctl "$@"
else
    compdef _talosctl talosctl
fi
