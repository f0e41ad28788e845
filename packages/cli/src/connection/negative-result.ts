import { RepertoireError } from '@repertoire/client'
import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { commandHint } from './command-hints.ts'

/** What the server refuses by its rules is a negative result; a missing permission stays an error. */
export async function orNegativeResult<Answer>(
  call: Promise<Answer>,
  isRefusal: (error: RepertoireError) => boolean,
  intro = '',
): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof RepertoireError) || !isRefusal(error)) throw error
    const message = `${intro}${error.message} [${error.code}]`
    throw new CommandError(message, commandHint(error), exitCodes.negative)
  }
}
