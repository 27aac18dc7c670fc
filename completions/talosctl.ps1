# PowerShell completion for talosctl

Register-ArgumentCompleter -Native -CommandName 'talosctl' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { $_.ToString().Trim('"', "'") })
    $program = $words[0]
    $arguments = @($words | Select-Object -Skip 1)
    if ($wordToComplete -eq '') {
        # Before 7.3 an empty argument gets lost on the way unless it is quoted.
        $arguments += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
    }
    $answer = @(& $program __complete @arguments 2>$null)
    if ($answer.Count -eq 0 -or $answer[-1] -notmatch '^:(\d+)$') { return }
    $directive = [int]$Matches[1]
    if ($directive -band 1) { return }
    $space = if ($directive -band 2) { '' } else { ' ' }

    # PowerShell replaces the whole word, the answer holds only the value after the equals sign.
    $front = if ($wordToComplete -match '^(-[^=]*=)') { $Matches[1] } else { '' }
    $offered = @($answer | Select-Object -SkipLast 1 | Where-Object { $_ -ne '' })
    if ($offered.Count -eq 0) {
        # An empty text keeps PowerShell from offering files.
        if ($directive -band 4) { '' }
        return
    }
    foreach ($line in $offered) {
        $value, $description = $line -split [char]9, 2
        if (-not $description) { $description = $value }
        $end = if ($offered.Count -eq 1) { $space } else { '' }
        [System.Management.Automation.CompletionResult]::new("$front$value$end", $value, 'ParameterValue', $description)
    }
}
