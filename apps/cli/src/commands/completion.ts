/** `completion`: scripts for bash and zsh, generated from the commands. */
import { Argument, type Command } from 'commander'
import type { Context } from '../context.ts'

export function addCompletion(program: Command, context: Context): void {
  program
    .command('completion')
    .description('print a completion script: eval "$(typecase completion bash)"')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .action((shell: string) => context.output.data(shell === 'bash' ? bash(program) : zsh(program)))
}

interface Level {
  /** Preceding words, such as `post create`; empty at the top level. */
  readonly path: string
  readonly words: readonly string[]
}

function levels(command: Command, path: readonly string[] = []): Level[] {
  const options = command.options.flatMap(({ long }) => long ?? [])
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const words = [...command.commands.map((sub) => sub.name()), ...choices, ...options, '--help']
  const below = command.commands.flatMap((sub) => levels(sub, [...path, sub.name()]))
  return [{ path: path.join(' '), words }, ...below]
}

const cases = (program: Command): string =>
  levels(program)
    .map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`)
    .join('\n')

const bash = (program: Command): string => `_typecase() {
  local word="\${COMP_WORDS[COMP_CWORD]}" path='' words='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      -*) ;;
      *) path="\${path:+$path }\${COMP_WORDS[at]}" ;;
    esac
  done
  case "$path" in
${cases(program)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _typecase typecase`

const zsh = (program: Command): string => `#compdef typecase
_typecase() {
  local path_='' words_='' at
  for ((at = 2; at < CURRENT; at++)); do
    case "\${words[at]}" in
      -*) ;;
      *) path_="\${path_:+$path_ }\${words[at]}" ;;
    esac
  done
  local words
  case "$path_" in
${cases(program)}
  esac
  compadd -- \${=words}
  _files
}
compdef _typecase typecase`
