import { sanitizeText } from '../terminal/sanitize-text.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/** The answer of every command to a name or an id that nothing has: it ran, and found nothing. */
export function notFound(kind: string, given: string, hint?: string): CommandError {
  const message = `There is no ${kind} ${JSON.stringify(sanitizeText(given))}.`
  return new CommandError(message, hint, exitCodes.negative)
}

/** Whether a server says that of an id. A path that it does not know is another matter. */
export function isNotFound({
  status,
  code,
}: {
  readonly status: number
  readonly code: string
}): boolean {
  return status === 404 && code !== 'request.unknown-path'
}
