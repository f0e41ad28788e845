import type { IncomingMessage } from 'node:http'
import {
  type ExecutionListener,
  ExecutionLost,
  type ExecutionRequest,
  type ExecutionResult,
  type SandboxFile,
  SandboxRefusal,
} from '../execution.ts'
import { wrongPath } from '../request/check-request.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { type Executor, openRequest } from './executor-address.ts'
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

interface Settle {
  resolve(result: ExecutionResult): void
  reject(error: Error): void
}

const settled: Settle = { resolve: () => undefined, reject: () => undefined }

/** What an answer may have besides output and files. */
const mostHeaderBytes = 8 * 1024 * 1024
const mostRefusalBytes = 64 * 1024

/** One execution on its way to an executor and back. */
export class RemoteExecution {
  readonly result: Promise<ExecutionResult>
  readonly #job: Job
  readonly #began = performance.now()
  readonly #recorder: OutputRecorder
  readonly #request
  readonly #timer: NodeJS.Timeout
  readonly #pieces: Uint8Array[] = []
  #settle: Settle = settled
  #connected = false
  #told = false
  /** All of it was handed over, so that it may be running. */
  #sent = false
  #header: ResultHeader | undefined
  #refusal: SandboxRefusal | undefined

  constructor(executor: Executor, job: Job) {
    this.#job = job
    this.#recorder = new OutputRecorder(
      job.request.limits.outputBytes,
      (stream, bytes) => job.listener.onOutput?.(stream, bytes),
      () => undefined,
    )
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
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
    this.#timer = setTimeout(() => this.#lost('It has been silent for too long'), job.silenceMs)
    this.#request.on('error', (error) => this.#failed(error))
    this.#request.on('socket', (socket) => {
      const connected = executor.url.protocol === 'https:' ? 'secureConnect' : 'connect'
      socket.once(connected, () => {
        this.#connected = true
      })
    })
    this.#request.on('finish', () => {
      // Told of a connection that never came about, too.
      this.#sent = this.#connected
      this.#timer.refresh()
    })
    this.#request.on('response', (response) => this.#read(response))
    for (const part of frames) this.#request.write(part)
    this.#request.end()
  }

  /** Hangs up; the executor then ends what runs. */
  cancel(): void {
    this.#finish(() => this.#settle.resolve(this.#cancelled()))
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
      // Signs of life take room too: at ten seconds each this is enough for years.
      outputBytes * 6 + workspaceBytes * 2 + mostHeaderBytes,
      (frame) => this.#take(frame),
    )
    response.on('data', (piece: Buffer) => {
      this.#timer.refresh()
      try {
        reader.push(piece)
      } catch {
        this.#lost('It answered what cannot be read')
      }
    })
    response.on('end', () => (reader.ended ? this.#ended() : this.#lost('Its answer was cut off')))
  }

  #take({ kind, payload }: Frame): void {
    // An executor that does not tell of the start yet still shows it by what comes after.
    if (kind !== 'alive' && kind !== 'refusal') this.#tellStart()
    if (kind === 'alive' && Buffer.from(payload).equals(startedPayload)) this.#tellStart()
    else if (kind === 'stdout' || kind === 'stderr') this.#recorder.take(kind, payload)
    else if (kind === 'bytes') this.#pieces.push(payload)
    else if (kind === 'header') this.#header = resultHeaderSchema.parse(jsonOf(payload))
    else if (kind === 'refusal') this.#refusal = refusalOf(refusalSchema.parse(jsonOf(payload)))
  }

  #tellStart(): void {
    if (!this.#told) this.#job.listener.onStart?.()
    this.#told = true
  }

  #ended(): void {
    const { stdout, stderr } = this.#printed()
    const header = this.#header
    const outputs = header && outputsOf(header, this.#pieces)
    this.#finish(() => {
      if (this.#refusal) this.#settle.reject(this.#refusal)
      else if (!header || !outputs) this.#settle.reject(lost('It answered what cannot be read'))
      else this.#settle.resolve({ ...header, stdout, stderr, outputs })
    })
  }

  #readRefusal(response: IncomingMessage): void {
    const pieces: Buffer[] = []
    let length = 0
    const done = (): void => {
      const error = refusalIn(response, Buffer.concat(pieces))
      this.#finish(() => this.#settle.reject(error))
    }
    response.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > mostRefusalBytes) done()
      else pieces.push(piece)
    })
    response.on('end', done)
  }

  /** A request that was not sent whole cannot have been run. */
  #failed(error: Error): void {
    if (this.#sent) this.#lost(`The connection broke (${error.message})`)
    else this.#unreachable(error)
  }

  #unreachable(error: Error): void {
    const why = `The executor at ${this.#request.host} cannot be reached: ${error.message}.`
    this.#finish(() => this.#settle.reject(new SandboxRefusal('sandbox.unavailable', why)))
  }

  #lost(why: string): void {
    if (this.#sent) this.#finish(() => this.#settle.reject(lost(why)))
    else this.#unreachable(new Error(why))
  }

  #finish(settle: () => void): void {
    clearTimeout(this.#timer)
    settle()
    this.#settle = settled
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

/** Undefined when they are not what the header promised, or have paths no sandbox may give. */
function outputsOf(header: ResultHeader, pieces: readonly Uint8Array[]): SandboxFile[] | undefined {
  if (pieces.length !== header.outputs.length) return undefined
  if (header.outputs.some(({ path }) => wrongPath(path) !== null)) return undefined
  return header.outputs.map((file, at) => ({ ...file, bytes: pieces[at] as Uint8Array }))
}

/** Whatever stands in between may answer too: what it says of the executor's work nobody can know. */
function refusalIn({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Error {
  const parsed = refusalSchema.safeParse(jsonOrNothing(body))
  if (parsed.success) return refusalOf(parsed.data)
  if (statusCode >= 500) return lost(`It, or a proxy before it, answered ${statusCode}`)
  const why = `What is at the address of the executor answered ${statusCode}; is it one?`
  if (statusCode !== 429) return new SandboxRefusal('sandbox.unavailable', why)
  return new SandboxRefusal('sandbox.queue-full', why, Number(headers['retry-after']) || 1)
}

function lost(why: string): ExecutionLost {
  return new ExecutionLost(
    `The executor was lost while the script may have run. ${why}. Nobody can say how far it got; it was not started again.`,
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
