// A shell runs its script on Tab: it passes the words so far to `ballast complete` and shows the answer.
// The name of a key could be a command, so each script quotes what it inserts.
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completionScripts: Record<(typeof shells)[number], string> = {
  bash: `# ballast completion for bash
_ballast_completion() {
  local word quote="\${COMP_WORDS[COMP_CWORD]:0:1}"
  COMPREPLY=()
  while IFS= read -r word; do
    case "$quote" in
      "'") word=\${word//"'"/"'\\\\''"} ;;
      '"')
        word=\${word//\\\\/\\\\\\\\}
        word=\${word//\\"/\\\\\\"}
        word=\${word//\\$/\\\\\\$}
        word=\${word//\\\`/\\\\\\\`}
        word=\${word//!/\\"\\\\!\\"} ;;
      *) [[ $word == *[!A-Za-z0-9_.,:=/-]* ]] && word=$(printf '%q' "$word") ;;
    esac
    COMPREPLY+=("$word")
  done < <(ballast complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
}
complete -F _ballast_completion ballast
`,
  zsh: `#compdef ballast
# ballast completion for zsh
_ballast() {
  local -a lines candidates
  lines=("\${(@f)$(ballast complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  local line
  for line in $lines; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe 'ballast' candidates
}
if [ "$funcstack[1]" = "_ballast" ]; then
  _ballast "$@"
else
  compdef _ballast ballast
fi
`,
  fish: `# ballast completion for fish
complete -c ballast -f -a '(ballast complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
  powershell: `# ballast completion for PowerShell
Register-ArgumentCompleter -Native -CommandName ballast -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text.Trim('"', "'") })
  if ($wordToComplete -eq '') { $words += '' }
  ballast complete -- @words 2>$null | ForEach-Object {
    $word, $description = $_ -split "\`t", 2
    $text = if ($word -match '[^\\w.=-]') { "'" + $word.Replace("'", "''") + "'" } else { $word }
    if (-not $description) { $description = $word }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $description)
  }
}
`,
};
