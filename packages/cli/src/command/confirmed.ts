import type { CommandContext } from './command-context.ts'
import { CommandError } from './exit-codes.ts'

export interface Question {
  /** With its question mark. */
  readonly text: string
  /** Whether `--yes` was given. */
  readonly isAnswered: boolean
}

/** Asks a person for a yes. Throws CommandError where nobody can be asked. */
export async function confirmed(
  { text, isAnswered }: Question,
  { input }: Pick<CommandContext, 'input'>,
): Promise<boolean> {
  if (isAnswered) return true
  if (!input.isTerminal) throw new CommandError(`${text} This needs a yes.`, 'Use --yes.')
  const answer = await input.prompt(`${text} [y/N] `)
  return /^y(es)?$/i.test(answer.trim())
}
