import type { ConversationFiles } from '@repertoire/protocol'
import { formatBytes } from '../../../shared/design/numbers.ts'

/** What the server takes; said here too, so that nobody waits for an upload that is then refused. */
export const maxUpload = 10 * 1024 * 1024

export interface UploadPlan<Upload> {
  readonly send: readonly Upload[]
  /** Paths of files that are there and would be replaced. */
  readonly replaces: readonly string[]
  /** One sentence for each file that cannot be sent. */
  readonly refused: readonly string[]
}

/** What becomes of chosen files, before any is sent. Pure. */
export function planUpload<Upload extends { readonly name: string; readonly size: number }>(
  chosen: readonly Upload[],
  there: ConversationFiles['items'],
): UploadPlan<Upload> {
  const known = new Set(there.map(({ path }) => path))
  const small = chosen.filter(({ size }) => size <= maxUpload)
  const large = chosen.filter(({ size }) => size > maxUpload)
  return {
    send: small,
    replaces: small.map(({ name }) => name).filter((name) => known.has(name)),
    refused: large.map(
      ({ name, size }) =>
        `${name} has ${formatBytes(size)}; at most ${formatBytes(maxUpload)} can be uploaded.`,
    ),
  }
}
