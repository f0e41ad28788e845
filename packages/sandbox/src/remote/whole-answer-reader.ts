import type { ExecutionResult } from '../execution/execution.ts'
import type { OutputRecorder } from '../streams/output-recorder.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { Parts } from './content.ts'
import { isMediaType, multipartType } from './media-types.ts'
import { decodeMultipart } from './multipart.ts'
import { resultOf, resultPart, resultSchema } from './result-message.ts'

interface WholeAnswerOptions {
  readonly contentType: string
  readonly recorder: OutputRecorder
  readonly maxBytes: number
  readonly onStart: () => void
}

/** Reads one JSON, or one with the files as parts of their own, of an executor that does not stream. */
export class WholeAnswerReader implements AnswerReader {
  readonly #options: WholeAnswerOptions
  readonly #pieces: Uint8Array[] = []
  #length = 0

  constructor(options: WholeAnswerOptions) {
    this.#options = options
  }

  push(piece: Uint8Array): void {
    this.#length += piece.length
    if (this.#length > this.#options.maxBytes) throw new Error('The limit of bytes is exceeded.')
    this.#pieces.push(piece)
  }

  async end(): Promise<ExecutionResult | undefined> {
    const { recorder, onStart } = this.#options
    const decoded = await this.#decoded()
    if (!decoded) return undefined
    const parsed = resultSchema.safeParse(jsonOrNothing(decoded.text))
    const result = parsed.success ? resultOf(parsed.data, decoded.parts) : undefined
    if (!result) return undefined
    onStart()
    for (const stream of ['stdout', 'stderr'] as const) recorder.take(stream, result[stream])
    return { ...result, stdout: recorder.all('stdout'), stderr: recorder.all('stderr') }
  }

  async #decoded(): Promise<{ readonly text: string; readonly parts: Parts } | undefined> {
    const { contentType } = this.#options
    const body = Buffer.concat(this.#pieces)
    if (isMediaType(contentType, multipartType)) {
      return decodeMultipart(body, { contentType, name: resultPart })
    }
    return { text: body.toString(), parts: new Map() }
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
