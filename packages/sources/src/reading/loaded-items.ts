import { digestOf, manifestOf } from '@repertoire/core/ingest'
import type { SourceEntry, SourceItem } from '@repertoire/core/ports'
import { inOrder } from '../http/in-order.ts'
import { remoteLimits } from '../http/limits.ts'
import { remoteProblem } from '../http/remote-problems.ts'
import { sha256 } from './sha256.ts'
import { notListed, type ReadItem, readOne } from './source-items.ts'

export interface LoadedItems {
  readonly entries: readonly SourceEntry[]
  readonly read: ReadItem
}

/** The token of an entry that could not be read: it is read again at each sync. */
const unreadable = 'unreadable'

/**
 * Reads skills whose list says nothing about their content, so that their tokens can be computed from their files, and
 * keeps them until they are asked for: at most `remoteLimits.heldBytes`.
 */
export async function holdItems(
  ids: readonly string[],
  read: ReadItem,
  signal: AbortSignal,
): Promise<LoadedItems> {
  const items = new Map<string, SourceItem>()
  const entries: SourceEntry[] = []
  let held = 0
  const readWithin = async (id: string): Promise<SourceItem> => {
    if (held > remoteLimits.heldBytes) throw tooMuch()
    return read(id)
  }
  const reading = inOrder(ids, remoteLimits.requestsAtOnce, (id) => readOne(readWithin, id, signal))
  for await (const item of reading) {
    held += (item.files ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0)
    items.set(item.id, item)
    entries.push({ id: item.id, token: tokenOf(item) })
  }
  return { entries, read: async (id) => items.get(id) ?? notListed(id) }
}

function tokenOf({ files }: SourceItem): string {
  return files ? digestOf(manifestOf(files, sha256), sha256) : unreadable
}

function tooMuch() {
  const limit = remoteLimits.heldBytes
  return remoteProblem('source', 'too-large', {
    message: `The skills of this source have more than ${limit} bytes together.`,
    hint: 'Take fewer skills, or split the source.',
    details: { limit },
  })
}
