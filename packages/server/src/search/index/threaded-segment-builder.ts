import { ProblemError } from '@repertoire/core/base'
import {
  createInProcessSegmentBuilder,
  type MergePart,
  type SearchText,
  type SegmentBuilder,
} from '@repertoire/core/choose'
import { wordVectors } from '@repertoire/word-vectors'
import { RequestThread } from '../../platform/threads/request-thread.ts'
import { resolveWorker } from '../../platform/threads/worker-program.ts'
import type { SegmentAnswer, SegmentRequest } from './segment-messages.ts'

export interface ThreadedSegmentBuilderOptions {
  /** UTF-16 units up to which a batch is built in this thread, because the handover would cost more. */
  readonly maxInlineText?: number
  /** Postings up to which segments are merged in this thread. */
  readonly maxInlineMerge?: number
  /** Milliseconds without work after which the worker and its memory are released. */
  readonly idleTimeoutMs?: number
}

export interface ThreadedSegmentBuilder extends SegmentBuilder {
  /** Ends the worker. Unanswered requests fail with `search.build-failed`. */
  close(): Promise<void>
}

type Work =
  | Omit<Extract<SegmentRequest, { kind: 'build' }>, 'id'>
  | Omit<Extract<SegmentRequest, { kind: 'merge' }>, 'id'>

/**
 * Builds large segments in a worker thread, which is started on first use, so that the event loop stays free.
 * Small ones are built in this thread. When the worker dies, its requests fail, and the next call starts
 * another.
 */
export function createThreadedSegmentBuilder(
  options: ThreadedSegmentBuilderOptions = {},
): ThreadedSegmentBuilder {
  const { maxInlineText = 150_000, maxInlineMerge = 100_000, idleTimeoutMs = 10_000 } = options
  const inProcess = createInProcessSegmentBuilder(wordVectors)
  const thread = new RequestThread<Work, SegmentAnswer>({
    program: resolveWorker(import.meta.url, 'segment-worker'),
    ...{ idleMs: idleTimeoutMs, lost: buildFailed },
  })
  const segmentsOf = async (work: Work) => {
    const answer = await thread.request(work)
    if ('failure' in answer) throw buildFailed(answer.failure)
    return answer.segments
  }
  return {
    build: (groups) =>
      textSize(groups, maxInlineText) <= maxInlineText
        ? inProcess.build(groups)
        : segmentsOf({ kind: 'build', groups }),
    async merge(parts) {
      if (postingCount(parts) <= maxInlineMerge) return inProcess.merge(parts)
      const [merged] = await segmentsOf({ kind: 'merge', parts })
      return merged!
    },
    close: () => thread.close(),
  }
}

function buildFailed(why: string): ProblemError {
  return new ProblemError({
    code: 'search.build-failed',
    kind: 'unavailable',
    message: 'The search index could not be built. Try again; if it stays, look at the server log.',
    details: { why },
  })
}

/** Stops counting above `enough`. */
function textSize(groups: readonly (readonly SearchText[])[], enough: number): number {
  let size = 0
  for (const texts of groups) {
    for (const text of texts) {
      size += text.description.length + text.whenToUse.length + text.body.length
      if (size > enough) return size
    }
  }
  return size
}

function postingCount(parts: readonly MergePart[]): number {
  return parts.reduce((sum, { segment }) => sum + segment.postings.length, 0)
}
