import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { SingleUse } from '../pool/warm-pool.ts'
import { type CodeJob, type CodeResult, codeBounds } from './code-job.ts'
import { HostCalls } from './host-calls.ts'
import { createLogBuffer, readLogBuffer } from './log-buffer.ts'
import type { Ending, JobMessage, ThreadMessage, ThreadStart } from './messages.ts'
import { readJson } from './read-json.ts'

/** Milliseconds beyond the limit before the thread is terminated. */
const graceMs = 100

/** The extension of this file: source (type stripping) or build. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const threadFile = new URL(`./code-thread.${extension}`, import.meta.url)

type End = Omit<Ending, 'status'> & Pick<CodeResult, 'status'>

/** One worker thread with one engine. It runs one job and is terminated with all its memory. */
export class CodeWorker implements SingleUse {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  readonly #worker: Worker
  #onMessage: (message: ThreadMessage) => void = () => undefined
  #fault: Error | undefined

  constructor(engine: WebAssembly.Module) {
    const worker = new Worker(threadFile, {
      name: 'code',
      workerData: { engine } satisfies ThreadStart,
      env: compiledCode(),
      execArgv: [],
      // Output of the engine itself stays off the server's streams.
      ...{ stdout: true, stderr: true },
      resourceLimits: { stackSizeMb: 4, maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    })
    this.#worker = worker
    worker.stdout.resume()
    worker.stderr.resume()
    worker.on('message', (message: ThreadMessage) => this.#onMessage(message))
    worker.on('error', (error: Error) => {
      this.#fault = error
    })
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()))
    this.ready = new Promise((resolve, reject) => {
      this.#onMessage = ({ type }) => type === 'ready' && resolve()
      void this.ended.then(() => reject(this.#fault ?? new Error('The thread has ended.')))
    })
    // A warm thread does not keep the process alive.
    this.ready.then(
      () => worker.unref(),
      () => undefined,
    )
  }

  /** Call it once, when ready. The caller then discards the worker. */
  async run(job: CodeJob): Promise<CodeResult> {
    const began = performance.now()
    const logs = createLogBuffer(job.limits.outputBytes)
    const calls = new HostCalls(job.calls, (answer) => this.#worker.postMessage(answer))
    this.#worker.ref()
    const end = await this.#end(job, { logs, calls })
    calls.end()
    const wallMs = performance.now() - began
    const usage = { wallMs, hostCalls: calls.total }
    return { ...resultOf(end, job.limits.outputBytes), logs: readLogBuffer(logs), usage }
  }

  async discard(): Promise<void> {
    await this.#worker.terminate()
  }

  async #end(
    job: CodeJob,
    { logs, calls }: { readonly logs: SharedArrayBuffer; readonly calls: HostCalls },
  ): Promise<End> {
    const { limits, signal } = job
    let stopWaiting = (): void => undefined
    const end = new Promise<End>((resolve) => {
      const cancel = (): void => resolve(ended('cancelled', 'It was cancelled.'))
      const late = (): void => resolve(ended('timed-out', 'The time limit was exceeded.'))
      const timer = setTimeout(late, limits.wallMs + graceMs)
      signal?.addEventListener('abort', cancel, { once: true })
      stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      void this.ended.then(() => resolve(this.#crashed()))
      this.#onMessage = (message) => {
        if (message.type === 'call') void calls.take(message)
        if (message.type === 'done') resolve(message)
      }
      if (signal?.aborted) cancel()
    })
    this.#worker.postMessage(messageOf(job, logs))
    const reached = await end
    stopWaiting()
    this.#onMessage = () => undefined
    return reached
  }

  #crashed(): End {
    const outOfMemory = errorCode(this.#fault) === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory) return ended('out-of-memory', 'The memory limit was exceeded.')
    return ended('failed', 'The engine failed.')
  }
}

function messageOf(
  { code, libraries, calls, input, limits }: CodeJob,
  logs: SharedArrayBuffer,
): JobMessage {
  return { code, libraries, names: Object.keys(calls), input: JSON.stringify(input), limits, logs }
}

function ended(status: CodeResult['status'], message: string): End {
  return { status, value: '', error: { name: 'Error', message } }
}

function resultOf({ status, value, error }: End, outputBytes: number) {
  if (status !== 'ok' || value === '') return { status, value: undefined, error }
  const read = readJson(value, { units: outputBytes, depth: codeBounds.depth })
  if ('value' in read) return { status, value: read.value, error: null }
  const message = `The result ${read.problem}.`
  return { status: 'failed' as const, value: undefined, error: { name: 'Error', message } }
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Of our variables a thread has only where compiled code is kept; without it each would take out the types anew. */
function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
