import type { IncomingMessage } from 'node:http'
import {
  type ExecutionListener,
  ExecutionLost,
  type ExecutionRequest,
  type ExecutionResult,
  SandboxRejection,
} from '../execution/execution.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { type AnswerReader, maxAnswerBytes } from './answer-reader.ts'
import { type ExecutorAddress, openRequest } from './executor-address.ts'
import { eventLinesType, isMediaType, jsonType, multipartType } from './media-types.ts'
import { encodeMultipart } from './multipart.ts'
import { rejectionOf, rejectionSchema } from './rejection-message.ts'
import { requestPart, toRequestMessage } from './request-message.ts'
import { StreamedAnswerReader } from './streamed-answer-reader.ts'
import { WholeAnswerReader } from './whole-answer-reader.ts'

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

const answerTypes = [eventLinesType, multipartType, jsonType]
const maxRefusalBytes = 64 * 1024

/** One execution on a remote executor. */
export class RemoteExecution {
  readonly result: Promise<ExecutionResult>
  readonly #job: Job
  readonly #began = performance.now()
  readonly #recorder: OutputRecorder
  readonly #request
  #timer: NodeJS.Timeout
  #settlers: Settlers = noSettlers
  #connected = false
  #startReported = false
  /** The request was sent completely, so it may be running. */
  #sent = false

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
    const { contentType, pieces } = encode(job.request)
    this.#request = openRequest(executor, {
      method: 'POST',
      path: 'sandbox/execute',
      headers: {
        'content-type': contentType,
        'content-length': pieces.reduce((sum, piece) => sum + piece.length, 0),
        accept: answerTypes.join(', '),
      },
    })
    // An executor that does not stream is silent as long as the script runs.
    this.#timer = this.#expectWithin(job.request.limits.wallMs + job.silenceMs)
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
    for (const piece of pieces) this.#request.write(piece)
    this.#request.end()
  }

  /** Disconnects; the executor then cancels the execution. */
  cancel(): void {
    this.#finish(() => this.#settlers.resolve(this.#cancelled()))
  }

  #read(response: IncomingMessage): void {
    clearTimeout(this.#timer)
    this.#timer = this.#expectWithin(this.#job.silenceMs)
    response.on('error', (error) => this.#failed(error))
    const contentType = response.headers['content-type'] ?? ''
    const isAnswer = answerTypes.some((type) => isMediaType(contentType, type))
    if (response.statusCode !== 200 || !isAnswer) this.#readRefusal(response)
    else this.#readAnswer(response, this.#readerOf(contentType))
  }

  #readerOf(contentType: string): AnswerReader {
    const options = {
      recorder: this.#recorder,
      maxBytes: maxAnswerBytes(this.#job.request.limits),
      onStart: () => this.#reportStart(),
    }
    return isMediaType(contentType, eventLinesType)
      ? new StreamedAnswerReader(options)
      : new WholeAnswerReader({ ...options, contentType })
  }

  #readAnswer(response: IncomingMessage, reader: AnswerReader): void {
    response.on('data', (piece: Buffer) => {
      this.#timer.refresh()
      try {
        reader.push(piece)
      } catch {
        this.#lost('Its answer is invalid')
      }
    })
    response.on('end', () => void this.#ended(reader))
  }

  #expectWithin(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#lost('It did not respond in time'), ms)
  }

  #reportStart(): void {
    if (!this.#startReported) this.#job.listener.onStart?.()
    this.#startReported = true
  }

  async #ended(reader: AnswerReader): Promise<void> {
    const result = await reader.end()
    const { workspaceEntries } = this.#job.request.limits
    this.#finish(() => {
      if (result instanceof Error) this.#settlers.reject(result)
      else if (!result || result.outputs.length > workspaceEntries)
        this.#settlers.reject(lost('Its answer is invalid'))
      else this.#settlers.resolve(result)
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
    this.#finish(() => this.#settlers.reject(new SandboxRejection('sandbox.unavailable', why)))
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

function encode(request: ExecutionRequest) {
  const { message, parts } = toRequestMessage(request)
  if (parts.size > 0) return encodeMultipart({ name: requestPart, json: message, parts })
  return { contentType: jsonType, pieces: [Buffer.from(JSON.stringify(message))] }
}

/** A proxy in between may respond too; then the state of the execution is unknown. */
function refusalIn({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Error {
  const parsed = rejectionSchema.safeParse(jsonOrNothing(body))
  if (parsed.success) return rejectionOf(parsed.data)
  if (statusCode >= 500) return lost(`It, or a proxy in front of it, responded with ${statusCode}`)
  const why = `The server at the executor's address responded with ${statusCode}; is it an executor?`
  if (statusCode !== 429) return new SandboxRejection('sandbox.unavailable', why)
  return new SandboxRejection('sandbox.queue-full', why, Number(headers['retry-after']) || 1)
}

function lost(why: string): ExecutionLost {
  return new ExecutionLost(
    `The executor was lost while the script may have run. ${why}. Its progress is unknown; it was not started again.`,
  )
}

function jsonOrNothing(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
