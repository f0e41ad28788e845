import { Worker } from 'node:worker_threads'
import { ProblemError } from '@repertoire/core'
import type { RouteSpec } from '@repertoire/protocol'
import type { ParseAnswer, ParseRequest } from './body-messages.ts'
import { parseBody } from './parse-body.ts'

/** Parses JSON bodies by the schemas of their routes. */
export interface BodyParser {
  /** Throws the problems of `parseBody`, and ProblemError `request.not-parsed` when the thread dies. */
  parse(route: Pick<RouteSpec, 'operationId' | 'body'>, bytes: Uint8Array): Promise<unknown>
}

export interface BodyParserOptions {
  /** Bodies up to so many bytes are parsed at once: they take a millisecond or two. */
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

/** Parses large bodies on a thread, which is started on first use, so that they do not block other requests. */
export function createBodyParser(options: BodyParserOptions = {}): BodyParser {
  const thread = new ParsingThread(options)
  const { smallBytes = 128 * 1024 } = options
  return {
    parse: async ({ operationId, body }, bytes) => {
      if (!body) return undefined
      return bytes.length <= smallBytes ? parseBody(body, bytes) : thread.parse(operationId, bytes)
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

  constructor({ hangMs = 20_000, idleMs = 30_000 }: BodyParserOptions) {
    this.hangMs = hangMs
    this.idleMs = idleMs
  }

  parse(operationId: string, bytes: Uint8Array): Promise<unknown> {
    this.lastId += 1
    const id = this.lastId
    clearTimeout(this.idle)
    this.worker ??= this.start()
    this.worker.ref()
    const worker = this.worker
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.lose(worker), this.hangMs).unref()
      this.waiting.set(id, { resolve, reject, timeout })
      worker.postMessage({ id, operationId, bytes } satisfies ParseRequest)
    })
  }

  private start(): Worker {
    const worker = new Worker(workerFile, { execArgv: [...workerFlags] })
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

function notParsed(): ProblemError {
  return new ProblemError({
    code: 'request.not-parsed',
    kind: 'unavailable',
    message: 'The body could not be parsed: its thread ended.',
    hint: 'Send it again, or in smaller parts.',
  })
}
