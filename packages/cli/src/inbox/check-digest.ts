import { CommandError } from '../command/exit-codes.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

/** Throws CommandError where a given digest of a revision has not the form of one. */
export function checkDigest(digest: string, id: string): void {
  if (/^sha256:[0-9a-f]{64}$/.test(digest)) return
  throw new CommandError(
    `A digest is sha256: and 64 hexadecimal digits; \`repertoire inbox show ${sanitizeText(id)}\` prints it.`,
  )
}
