// Each shell runs this when somebody presses Tab: it hands the words so far to `ballast complete` and shows the answer.
export const shells = ['bash', 'zsh', 'fish'] as const;

export const completionScripts: Record<(typeof shells)[number], string> = {
  bash: `# ballast completion for bash
_ballast_completion() {
  local IFS=$'\\n'
  COMPREPLY=($(ballast complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
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
};
