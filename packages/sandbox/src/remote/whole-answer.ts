import type { ServerResponse } from 'node:http'
import type { ExecutionResult, SandboxRejection } from '../execution/execution.ts'
import type { ExecutionAnswer } from './execution-answer.ts'
import { jsonType } from './media-types.ts'
import { encodeMultipart } from './multipart.ts'
import { resultPart, toResultMessage } from './result-message.ts'
import { sendRejection } from './send-response.ts'

/** The whole result once it is there: as one JSON, or with the files as parts of their own. */
export class WholeAnswer implements ExecutionAnswer {
  readonly #response: ServerResponse
  readonly #inline: boolean

  constructor(response: ServerResponse, { inline }: { readonly inline: boolean }) {
    this.#response = response
    this.#inline = inline
  }

  started(): void {}

  output(): void {}

  result(result: ExecutionResult): void {
    if (this.#response.destroyed) return
    const { message, parts } = toResultMessage(result, { inline: this.#inline })
    const { contentType, pieces } = this.#inline
      ? { contentType: jsonType, pieces: [Buffer.from(JSON.stringify(message))] }
      : encodeMultipart({ name: resultPart, json: message, parts })
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    const headers = { 'content-type': contentType, 'content-length': length }
    this.#response.writeHead(200, { ...headers, 'cache-control': 'no-store' })
    for (const piece of pieces) this.#response.write(piece)
    this.#response.end()
  }

  sendRejection(refusal: SandboxRejection): void {
    sendRejection(this.#response, refusal)
  }

  break(): void {
    this.#response.destroy()
  }
}
