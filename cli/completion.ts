/** What a shell needs to complete the commands of `palimpsest`: `source <(palimpsest completion bash)`. */
import { SettingInvalid } from '../domain/errors.ts'

const scripts: Record<string, (names: string) => string> = {
  bash: names =>
    `_palimpsest () {
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names}" -- "\${COMP_WORDS[1]}"))
  else COMPREPLY=($(compgen -f -W "--settings --help" -- "\${COMP_WORDS[$COMP_CWORD]}")); fi
}
complete -F _palimpsest palimpsest`,
  zsh: names =>
    `#compdef palimpsest
_palimpsest () { if (( CURRENT == 2 )); then compadd ${names}; else _files; compadd -- --settings --help; fi }
compdef _palimpsest palimpsest`,
  fish: names =>
    `complete -c palimpsest -n __fish_use_subcommand -f -a "${names}"
complete -c palimpsest -l settings -r -d "settings file"
complete -c palimpsest -l help -d "what a command takes"`
}

/** Throws `SettingInvalid` for a shell that is none of bash, zsh and fish. */
export function completionScript (shell: string | undefined, commands: string[]): string {
  const script = scripts[shell ?? '']
  if (script === undefined) throw new SettingInvalid('name a shell: palimpsest completion bash|zsh|fish')
  return script(commands.join(' '))
}
