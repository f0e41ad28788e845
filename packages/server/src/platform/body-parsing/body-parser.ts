import { Worker } from 'node:worker_threads'
import { ProblemError } from '@repertoire/core'
import type { RouteSpec } from '@repertoire/protocol'
import type { ParseAnswer, ParseRequest } from './body-messages.ts'
import { parseBody } from './parse-body.ts'

/** Parses JSON bodies by the schemas of their routes. */
export interface BodyParser {
  /**
   * The parts of a body, in their order; large ones are handed over to a thread and cannot be used afterwards. Throws
   * the problems of `parseBody`, and ProblemError `request.not-parsed` when the thread dies.
   */
  parse(
    route: Pick<RouteSpec, 'operationId' | 'body'>,
    parts: readonly Uint8Array[],
  ): Promise<unknown>
}

/** Bodies up to so many bytes are parsed at once: they take a millisecond or two. */
export const smallBodyBytes = 128 * 1024

export interface BodyParserOptions {
  /** {@link smallBodyBytes} by default. */
  readonly smallBytes?: number
  /** Milliseconds after which a thread that does not answer is ended. */
  readonly hangMs?: number
  /** Milliseconds without work after which the thread and its memory are released. */
  readonly idleMs?: number
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly timeout: NodeJS.Timeout
}

/** The source file (type stripping) or the built one, like this module. */
const fromSource = import.meta.url.endsWith('.ts')
const workerFile = new URL(fromSource ? './body-worker.ts' : './body-worker.js', import.meta.url)
const workerFlags = fromSource ? ['--conditions=repertoire-source'] : []

/** Large strings do not live there; without a limit it grows to what a whole server may need. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

/** Parses large bodies on a thread, which is started on first use, so that they do not block other requests. */
export function createBodyParser(options: BodyParserOptions = {}): BodyParser {
  const thread = new ParsingThread(options)
  const { smallBytes = smallBodyBytes } = options
  return {
    parse: async ({ operationId, body }, parts) => {
      if (!body) return undefined
      const size = parts.reduce((total, { byteLength }) => total + byteLength, 0)
      return size <= smallBytes
        ? parseBody(body, Buffer.concat(parts))
        : thread.parse(operationId, parts)
    },
  }
}

class ParsingThread {
  private readonly hangMs: number
  private readonly idleMs: number
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private idle: NodeJS.Timeout | undefined
  private lastId = 0

  constructor({ hangMs = 20_000, idleMs = 5_000 }: BodyParserOptions) {
    this.hangMs = hangMs
    this.idleMs = idleMs
  }

  parse(operationId: string, parts: readonly Uint8Array[]): Promise<unknown> {
    this.lastId += 1
    const id = this.lastId
    clearTimeout(this.idle)
    this.worker ??= this.start()
    this.worker.ref()
    const worker = this.worker
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.lose(worker), this.hangMs).unref()
      this.waiting.set(id, { resolve, reject, timeout })
      worker.postMessage({ id, operationId, parts } satisfies ParseRequest, ownBuffers(parts))
    })
  }

  private start(): Worker {
    const worker = new Worker(workerFile, { execArgv: [...workerFlags], resourceLimits })
    worker.on('message', (answer: ParseAnswer) => this.finish(answer))
    worker.on('error', () => this.lose(worker))
    worker.on('exit', () => this.lose(worker))
    return worker
  }

  private finish(answer: ParseAnswer): void {
    const done = this.waiting.get(answer.id)
    if (!done) return
    this.waiting.delete(answer.id)
    clearTimeout(done.timeout)
    if (answer.problem) done.reject(new ProblemError(answer.problem))
    else done.resolve(answer.value)
    if (this.waiting.size > 0) return
    this.worker?.unref()
    this.idle = setTimeout(() => this.end(), this.idleMs).unref()
  }

  /** What waited for this thread is not known; the next body gets a new one. */
  private lose(worker: Worker): void {
    if (this.worker !== worker) return
    this.end()
    for (const { reject, timeout } of this.waiting.values()) {
      clearTimeout(timeout)
      reject(notParsed())
    }
    this.waiting.clear()
  }

  private end(): void {
    const worker = this.worker
    this.worker = null
    void worker?.terminate()
  }
}

/** Those that nothing else uses a part of: they change threads without a copy. */
function ownBuffers(parts: readonly Uint8Array[]): ArrayBuffer[] {
  return parts.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
}

function notParsed(): ProblemError {
  return new ProblemError({
    code: 'request.not-parsed',
    kind: 'unavailable',
    message: 'The body could not be parsed: its thread ended.',
    hint: 'Send it again, or in smaller parts.',
  })
}
