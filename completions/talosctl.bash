# bash completion for talosctl

# Bash cuts words at = and : too. Puts them together again, up to the cursor, without the quotes.
__talosctl_words() {
    local line=${COMP_LINE:0:COMP_POINT} index word text
    words=()
    for ((index = 0; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        text=${line#"${line%%[![:space:]]*}"}
        [[ $text == "$word"* ]] || word=$text
        if ((index > 0)) && [[ $text == "$line" ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        line=${text#"$word"}
    done
    words=("${words[@]//[\"\'\\]/}")
}

__talosctl_complete() {
    local words answer directive lines=() line value width=0
    COMPREPLY=()
    __talosctl_words
    answer=$("${words[@]:0:1}" __complete "${words[@]:1}" 2>/dev/null) || return
    directive=${answer##*:}
    answer=${answer%:*}
    [[ $directive =~ ^[0-9]+$ ]] && ((!(directive & 1))) || return

    # Bash replaces only its own last word: takes off what stands before that, adds what the answer leaves out.
    local whole=${words[${#words[@]} - 1]} current=${COMP_WORDS[COMP_CWORD]} typed front=""
    [[ $current == [=:] ]] && current=""
    typed=$whole
    [[ $whole == -*=* ]] && typed=${whole#*=}
    [[ $current == -*=* ]] && front=${whole%%=*}=
    local cut=${typed%"$current"}
    [[ $cut == "$typed" ]] && cut=""

    while IFS= read -r line; do
        [[ -n $line ]] || continue
        value=${line%%$'\t'*}
        [[ $value == "$typed"* ]] || continue
        lines+=("$line")
        ((${#value} > width)) && width=${#value}
    done <<<"$answer"

    for line in "${lines[@]}"; do
        value=$front${line%%$'\t'*}
        value=${value#"$cut"}
        if ((${#lines[@]} == 1 || COMP_TYPE == 37 || COMP_TYPE == 42)) || [[ $line != *$'\t'* ]]; then
            # What the shell would not take as it stands is quoted.
            [[ $value == *[^[:alnum:]_@%+=:,./-]* ]] && printf -v value %q "$value"
            COMPREPLY+=("$value")
        else
            COMPREPLY+=("$(printf "%-$((width - ${#cut}))s  (%s)" "$value" "${line#*$'\t'}")")
        fi
    done

    if ((directive & 16 && ${#COMPREPLY[@]} == 0)); then
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -d -- "$current")
        compopt -o filenames 2>/dev/null
    fi
    if type compopt >/dev/null 2>&1; then
        ((directive & 2)) && compopt -o nospace 2>/dev/null
        ((directive & 20)) && compopt +o default 2>/dev/null
    fi
    return 0
}

complete -o default -F __talosctl_complete talosctl
