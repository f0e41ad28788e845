import { isProblemError, type Problem } from '@repertoire/core/base'
import type { OpenedSource, SourceItem } from '@repertoire/core/ports'
import { inOrder } from '../http/in-order.ts'
import { remoteLimits } from '../http/limits.ts'
import { quoted } from '../http/quoted.ts'

type ChangedSource = Extract<OpenedSource, { status: 'changed' }>
export type ReadItem = (id: string) => Promise<SourceItem>

/**
 * The items of `ids`, one after the other. An item that cannot be read has its problem; a source that answers no more
 * requests for now, and an abort, end the reading.
 */
export function readItems(read: ReadItem, signal: AbortSignal): ChangedSource['read'] {
  return (ids) => inOrder(ids, remoteLimits.requestsAtOnce, (id) => readOne(read, id, signal))
}

/** One item, or its problem. Throws as {@link readItems}. */
export async function readOne(
  read: ReadItem,
  id: string,
  signal: AbortSignal,
): Promise<SourceItem> {
  signal.throwIfAborted()
  try {
    return await read(id)
  } catch (error) {
    signal.throwIfAborted()
    if (!isProblemError(error) || error.problem.kind === 'rate-limited') throw error
    return { id, problem: error.problem }
  }
}

/** A listed skill was asked for that the source does not list. */
export function notListed(id: string): SourceItem {
  const problem: Problem = {
    code: 'source.not-listed',
    kind: 'not-found',
    message: `The source does not list ${quoted(id)}.`,
    hint: 'Sync the source again.',
  }
  return { id, problem }
}
