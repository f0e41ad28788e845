import type { IncomingMessage } from 'node:http'
import {
  type ExecutionListener,
  ExecutionLost,
  type ExecutionRequest,
  type ExecutionResult,
  type SandboxFile,
  SandboxRefusal,
} from '../execution/execution.ts'
import { pathProblem } from '../request/validate-request.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { type ExecutorAddress, openRequest } from './executor-address.ts'
import { encodeFrame, encodeJson, type Frame, FrameReader, startedPayload } from './frames.ts'
import {
  mediaType,
  type ResultHeader,
  refusalOf,
  refusalSchema,
  requestHeader,
  resultHeaderSchema,
} from './messages.ts'

interface Job {
  readonly request: ExecutionRequest
  readonly listener: ExecutionListener
  readonly silenceMs: number
}

interface Settlers {
  resolve(result: ExecutionResult): void
  reject(error: Error): void
}

const noSettlers: Settlers = { resolve: () => undefined, reject: () => undefined }

/** The maximal size of a response apart from output and files. */
const maxHeaderBytes = 8 * 1024 * 1024
const maxRefusalBytes = 64 * 1024

/** One execution on a remote executor. */
export class RemoteExecution {
  readonly result: Promise<ExecutionResult>
  readonly #job: Job
  readonly #began = performance.now()
  readonly #recorder: OutputRecorder
  readonly #request
  readonly #timer: NodeJS.Timeout
  readonly #pieces: Uint8Array[] = []
  #settlers: Settlers = noSettlers
  #connected = false
  #startReported = false
  /** The request was sent completely, so it may be running. */
  #sent = false
  #header: ResultHeader | undefined
  #refusal: SandboxRefusal | undefined

  constructor(executor: ExecutorAddress, job: Job) {
    this.#job = job
    this.#recorder = new OutputRecorder(
      job.request.limits.outputBytes,
      (stream, bytes) => job.listener.onOutput?.(stream, bytes),
      () => undefined,
    )
    this.result = new Promise((resolve, reject) => {
      this.#settlers = { resolve, reject }
    })
    const frames = framesOf(job.request)
    this.#request = openRequest(executor, {
      method: 'POST',
      path: 'sandbox/execute',
      headers: {
        'content-type': mediaType,
        'content-length': frames.reduce((sum, part) => sum + part.length, 0),
      },
    })
    this.#timer = setTimeout(() => this.#lost('It did not respond in time'), job.silenceMs)
    this.#request.on('error', (error) => this.#failed(error))
    this.#request.on('socket', (socket) => {
      const connected = executor.url.protocol === 'https:' ? 'secureConnect' : 'connect'
      socket.once(connected, () => {
        this.#connected = true
      })
    })
    this.#request.on('finish', () => {
      // 'finish' is also emitted for a connection that was never established.
      this.#sent = this.#connected
      this.#timer.refresh()
    })
    this.#request.on('response', (response) => this.#read(response))
    for (const part of frames) this.#request.write(part)
    this.#request.end()
  }

  /** Disconnects; the executor then cancels the execution. */
  cancel(): void {
    this.#finish(() => this.#settlers.resolve(this.#cancelled()))
  }

  #read(response: IncomingMessage): void {
    response.on('error', (error) => this.#failed(error))
    if (response.statusCode !== 200 || response.headers['content-type'] !== mediaType)
      this.#readRefusal(response)
    else this.#readAnswer(response)
  }

  #readAnswer(response: IncomingMessage): void {
    const { outputBytes, workspaceBytes } = this.#job.request.limits
    const reader = new FrameReader(
      // Keep-alive frames count too: at ten seconds each this is enough for years.
      outputBytes * 6 + workspaceBytes * 2 + maxHeaderBytes,
      (frame) => this.#take(frame),
    )
    response.on('data', (piece: Buffer) => {
      this.#timer.refresh()
      try {
        reader.push(piece)
      } catch {
        this.#lost('Its response is invalid')
      }
    })
    response.on('end', () =>
      reader.ended ? this.#ended() : this.#lost('Its response was cut off'),
    )
  }

  #take({ kind, payload }: Frame): void {
    // Older executors do not report the start; any later frame implies it.
    if (kind !== 'alive' && kind !== 'refusal') this.#reportStart()
    if (kind === 'alive' && Buffer.from(payload).equals(startedPayload)) this.#reportStart()
    else if (kind === 'stdout' || kind === 'stderr') this.#recorder.take(kind, payload)
    else if (kind === 'bytes') this.#pieces.push(payload)
    else if (kind === 'header') this.#header = resultHeaderSchema.parse(jsonOf(payload))
    else if (kind === 'refusal') this.#refusal = refusalOf(refusalSchema.parse(jsonOf(payload)))
  }

  #reportStart(): void {
    if (!this.#startReported) this.#job.listener.onStart?.()
    this.#startReported = true
  }

  #ended(): void {
    const { stdout, stderr } = this.#printed()
    const header = this.#header
    const outputs = header && readOutputs(header, this.#pieces)
    this.#finish(() => {
      if (this.#refusal) this.#settlers.reject(this.#refusal)
      else if (!header || !outputs) this.#settlers.reject(lost('Its response is invalid'))
      else this.#settlers.resolve({ ...header, stdout, stderr, outputs })
    })
  }

  #readRefusal(response: IncomingMessage): void {
    const pieces: Buffer[] = []
    let length = 0
    const done = (): void => {
      const error = refusalIn(response, Buffer.concat(pieces))
      this.#finish(() => this.#settlers.reject(error))
    }
    response.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > maxRefusalBytes) done()
      else pieces.push(piece)
    })
    response.on('end', done)
  }

  /** A request that was not sent completely cannot have run. */
  #failed(error: Error): void {
    if (this.#sent) this.#lost(`The connection broke (${error.message})`)
    else this.#unreachable(error)
  }

  #unreachable(error: Error): void {
    const why = `The executor at ${this.#request.host} cannot be reached: ${error.message}.`
    this.#finish(() => this.#settlers.reject(new SandboxRefusal('sandbox.unavailable', why)))
  }

  #lost(why: string): void {
    if (this.#sent) this.#finish(() => this.#settlers.reject(lost(why)))
    else this.#unreachable(new Error(why))
  }

  #finish(report: () => void): void {
    clearTimeout(this.#timer)
    report()
    this.#settlers = noSettlers
    this.#request.destroy()
  }

  #printed() {
    return { stdout: this.#recorder.all('stdout'), stderr: this.#recorder.all('stderr') }
  }

  #cancelled(): ExecutionResult {
    const wallMs = performance.now() - this.#began
    const usage = { wallMs, queuedMs: 0, cpuMs: null, peakMemoryBytes: null }
    const printed = this.#printed()
    return { status: 'cancelled', exitCode: null, ...printed, outputs: [], skipped: [], usage }
  }
}

function framesOf(request: ExecutionRequest): Uint8Array[] {
  const files = [...request.files, ...request.workspace]
  return [
    ...encodeJson('header', requestHeader(request)),
    ...encodeFrame('bytes', request.stdin),
    ...files.flatMap(({ bytes }) => encodeFrame('bytes', bytes)),
    ...encodeFrame('end'),
  ]
}

/** Undefined when they do not match the header, or have invalid paths. */
function readOutputs(
  header: ResultHeader,
  pieces: readonly Uint8Array[],
): SandboxFile[] | undefined {
  if (pieces.length !== header.outputs.length) return undefined
  if (header.outputs.some(({ path }) => pathProblem(path) !== null)) return undefined
  return header.outputs.map((file, at) => ({ ...file, bytes: pieces[at] as Uint8Array }))
}

/** A proxy in between may respond too; then the state of the execution is unknown. */
function refusalIn({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Error {
  const parsed = refusalSchema.safeParse(jsonOrNothing(body))
  if (parsed.success) return refusalOf(parsed.data)
  if (statusCode >= 500) return lost(`It, or a proxy in front of it, responded with ${statusCode}`)
  const why = `The server at the executor's address responded with ${statusCode}; is it an executor?`
  if (statusCode !== 429) return new SandboxRefusal('sandbox.unavailable', why)
  return new SandboxRefusal('sandbox.queue-full', why, Number(headers['retry-after']) || 1)
}

function lost(why: string): ExecutionLost {
  return new ExecutionLost(
    `The executor was lost while the script may have run. ${why}. Its progress is unknown; it was not started again.`,
  )
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString())
}

function jsonOrNothing(bytes: Uint8Array): unknown {
  try {
    return jsonOf(bytes)
  } catch {
    return undefined
  }
}
