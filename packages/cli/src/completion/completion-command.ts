import { Argument, Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  /** Names of the commands below it. */
  readonly commands: readonly string[]
  /** Long options. */
  readonly options: readonly string[]
}

const examples = `
Examples:
  $ source <(repertoire completion bash)                    in ~/.bashrc
  $ source <(repertoire completion zsh)                     in ~/.zshrc
  $ repertoire completion fish > ~/.config/fish/completions/repertoire.fish`

/** `repertoire completion`. `load` gives the other commands. */
export function completionCommand(
  { terminal }: CommandContext,
  load: () => Promise<readonly Command[]>,
): Command {
  return new Command('completion')
    .description('print the completion for a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', examples)
    .action(async (shell: Shell) => {
      const commands = (await load()).map(completedOf)
      terminal.out(completionScript(shell, commands).trimEnd())
    })
}

function completedOf(command: Command): CompletedCommand {
  const own = command.options.map(({ long }) => long)
  const below = command.commands.flatMap(({ options }) => options.map(({ long }) => long))
  const options = [...new Set([...own, ...below])].flatMap((long) => (long ? [long] : []))
  return {
    ...{ name: command.name(), description: command.description() },
    ...{ commands: command.commands.map((one) => one.name()), options: [...options, '--help'] },
  }
}

/** Names consist of letters and hyphens, so only descriptions are quoted. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  if (shell === 'fish') return fish(commands)
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(({ name, commands: below, options }) => {
    return `    ${name}) words="${[...below, ...options].join(' ')}" ;;`
  })
  const bash = `_repertoire() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names} --help --version"
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _repertoire repertoire
`
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`
}

function fish(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ name, description, commands: below, options }) => [
      `complete -c repertoire -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...below.map(
        (one) => `complete -c repertoire -n '__fish_seen_subcommand_from ${name}' -a ${one}`,
      ),
      ...options.map((option) => {
        const long = option.slice(2)
        return `complete -c repertoire -n '__fish_seen_subcommand_from ${name}' -l ${long}`
      }),
    ])
    .join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
