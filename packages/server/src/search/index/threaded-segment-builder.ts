import { Worker } from 'node:worker_threads'
import {
  createInProcessSegmentBuilder,
  type MergePart,
  ProblemError,
  type SearchText,
  type Segment,
  type SegmentBuilder,
} from '@repertoire/core'
import { loadWordVectors } from '@repertoire/word-vectors'
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

interface Waiting {
  readonly resolve: (segments: readonly Segment[]) => void
  readonly reject: (error: ProblemError) => void
}

/**
 * Builds large segments in a worker thread, which is started on first use, so that the event loop stays free.
 * Small ones are built in this thread. When the worker dies, its requests fail, and the next call starts
 * another.
 */
export function createThreadedSegmentBuilder(
  options: ThreadedSegmentBuilderOptions = {},
): ThreadedSegmentBuilder {
  const { maxInlineText = 150_000, maxInlineMerge = 100_000, idleTimeoutMs = 10_000 } = options
  const inProcess = createInProcessSegmentBuilder(loadWordVectors())
  const thread = new SegmentThread(idleTimeoutMs)
  return {
    build: (groups) =>
      textSize(groups, maxInlineText) <= maxInlineText
        ? inProcess.build(groups)
        : thread.request({ kind: 'build', groups }),
    async merge(parts) {
      if (postingCount(parts) <= maxInlineMerge) return inProcess.merge(parts)
      const [merged] = await thread.request({ kind: 'merge', parts })
      return merged!
    },
    close: () => thread.close(),
  }
}

class SegmentThread {
  private readonly idleTimeoutMs: number
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private idle: NodeJS.Timeout | undefined
  private lastId = 0

  constructor(idleTimeoutMs: number) {
    this.idleTimeoutMs = idleTimeoutMs
  }

  request(work: Work): Promise<readonly Segment[]> {
    clearTimeout(this.idle)
    this.worker ??= this.start()
    this.worker.ref()
    this.lastId += 1
    const id = this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker?.postMessage({ ...work, id } satisfies SegmentRequest)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.idle)
    const worker = this.worker
    this.worker = null
    this.failAll('The server is closing.')
    await worker?.terminate()
  }

  private start(): Worker {
    const worker = new Worker(workerFile, { execArgv: [...workerFlags] })
    worker.on('message', (answer: SegmentAnswer) => this.handleAnswer(answer))
    worker.on('error', (error) => this.handleWorkerLoss(worker, error.message))
    worker.on('exit', (code) =>
      this.handleWorkerLoss(worker, `The indexing thread ended with ${code}.`),
    )
    return worker
  }

  private handleAnswer(answer: SegmentAnswer): void {
    const waiting = this.waiting.get(answer.id)
    this.waiting.delete(answer.id)
    if ('segments' in answer) waiting?.resolve(answer.segments)
    else waiting?.reject(buildFailed(answer.failure))
    if (this.waiting.size > 0) return
    this.worker?.unref()
    this.idle = setTimeout(() => void this.close(), this.idleTimeoutMs).unref()
  }

  private handleWorkerLoss(worker: Worker, why: string): void {
    if (this.worker !== worker) return
    this.worker = null
    this.failAll(why)
  }

  private failAll(why: string): void {
    for (const { reject } of this.waiting.values()) reject(buildFailed(why))
    this.waiting.clear()
  }
}

/** The source file (type stripping) or the built one, like this module. */
const fromSource = import.meta.url.endsWith('.ts')
const workerFile = new URL(
  fromSource ? './segment-worker.ts' : './segment-worker.js',
  import.meta.url,
)
const workerFlags = fromSource ? ['--conditions=repertoire-source'] : []

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
