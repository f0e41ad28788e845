import type { Command } from 'commander'
import type { ImportOutcome } from './import-outcome.ts'

/** The outcome, where findings have to be acknowledged, with the command that does it in place of the hint for API clients. */
export function withAcceptCommand(outcome: ImportOutcome, command: Command): ImportOutcome {
  const { problem } = outcome
  const { digest, needed_role: role } = problem?.details ?? {}
  if (problem?.code !== 'skill.findings-unacknowledged' || !isDigest(digest)) return outcome
  const again = `${repeatedCommand(command)} --acknowledge-findings ${digest}`
  const hint = `Read the findings. ${intros[String(role)] ?? 'To take it, run'}: ${again}`
  return { ...outcome, problem: { ...problem, hint } }
}

const intros: Readonly<Record<string, string>> = {
  owner: 'Only an owner may take it, with',
  administrator: 'Only an owner or admin may take it, with',
}

/** It becomes part of a command that is copied into a shell. */
function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value)
}

/** Its arguments and options as they were given. A key is left out, so that no log has it. */
function repeatedCommand(command: Command): string {
  const options = command.options.flatMap((option) => {
    const name = option.attributeName()
    if (leftOut.has(name) || command.getOptionValueSource(name) !== 'cli') return []
    const value: unknown = command.getOptionValue(name)
    return value === true ? [option.long ?? ''] : [option.long ?? '', String(value)]
  })
  return ['repertoire', command.name(), ...command.args, ...options].map(quotedForShell).join(' ')
}

const leftOut: ReadonlySet<string> = new Set(['key', 'acknowledgeFindings'])

function quotedForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
