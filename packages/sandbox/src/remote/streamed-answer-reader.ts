import type { ExecutionResult, SandboxFile } from '../execution/execution.ts'
import type { OutputRecorder } from '../streams/output-recorder.ts'
import type { AnswerReader } from './answer-reader.ts'
import { bytesOf, type Content } from './content.ts'
import { type ExecutionEvent, eventSchema, LineReader } from './event-lines.ts'
import { rejectionOf } from './rejection-message.ts'
import { areOutputs, type EndingMessage, endingOf } from './result-message.ts'

interface StreamedAnswerOptions {
  readonly recorder: OutputRecorder
  readonly maxBytes: number
  readonly onStart: () => void
}

interface PiecedFile {
  readonly path: string
  readonly executable: boolean
  readonly pieces: Uint8Array[]
}

/** Reads the lines of an executor that streams. */
export class StreamedAnswerReader implements AnswerReader {
  readonly #options: StreamedAnswerOptions
  readonly #lines: LineReader
  readonly #files: PiecedFile[] = []
  #ending: EndingMessage | undefined
  #refusal: Error | undefined

  constructor(options: StreamedAnswerOptions) {
    this.#options = options
    this.#lines = new LineReader(options.maxBytes, (line) => this.#take(line))
  }

  push(piece: Uint8Array): void {
    this.#lines.push(piece)
  }

  async end(): Promise<ExecutionResult | Error | undefined> {
    if (!this.#lines.complete) return undefined
    if (this.#refusal) return this.#refusal
    const outputs = this.#files.map(joined)
    if (!this.#ending || !areOutputs(outputs)) return undefined
    const { recorder } = this.#options
    const printed = { stdout: recorder.all('stdout'), stderr: recorder.all('stderr') }
    return { ...endingOf(this.#ending), ...printed, outputs }
  }

  #take(line: string): void {
    if (line.trim() === '') return
    if (this.#ending ?? this.#refusal) throw new Error('There is a line after the last one.')
    this.#handle(eventSchema.parse(JSON.parse(line)))
  }

  #handle(event: ExecutionEvent): void {
    // An executor may leave out `started`; any output implies it.
    if (event.event !== 'alive' && event.event !== 'refused') this.#options.onStart()
    switch (event.event) {
      case 'stdout':
      case 'stderr':
        this.#options.recorder.take(event.event, contentBytes(event))
        break
      case 'output':
        this.#addPiece(event)
        break
      case 'ended':
        this.#ending = event
        break
      case 'refused':
        this.#refusal = rejectionOf(event)
        break
      default:
    }
  }

  #addPiece(event: Extract<ExecutionEvent, { event: 'output' }>): void {
    const { path, executable } = event
    const last = this.#files.at(-1)
    if (last?.path === path) last.pieces.push(contentBytes(event))
    else this.#files.push({ path, executable, pieces: [contentBytes(event)] })
  }
}

function contentBytes(content: Content): Uint8Array {
  return bytesOf(content, new Map()) ?? new Uint8Array()
}

function joined({ path, executable, pieces }: PiecedFile): SandboxFile {
  return { path, executable, bytes: Buffer.concat(pieces) }
}
