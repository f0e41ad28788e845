import type { ServerResponse } from 'node:http'
import type { ExecutionResult, SandboxFile, SandboxRejection } from '../execution/execution.ts'
import { toContent } from './content.ts'
import type { ExecutionEvent } from './event-lines.ts'
import type { ExecutionAnswer } from './execution-answer.ts'
import { eventLinesType } from './media-types.ts'
import { rejectionMessage } from './rejection-message.ts'
import { toEndingMessage } from './result-message.ts'
import { sendRejection } from './send-response.ts'

/** The bytes of a file in one line. */
const maxPieceBytes = 512 * 1024

/** One JSON object a line: output as it arrives, a sign of life, the files, and how it ended. */
export class StreamedAnswer implements ExecutionAnswer {
  readonly #response: ServerResponse
  readonly #sent = { stdout: 0, stderr: 0 }
  readonly #keepAlive: NodeJS.Timeout

  constructor(response: ServerResponse, keepAliveMs: number) {
    this.#response = response
    this.#keepAlive = setInterval(() => this.#send({ event: 'alive' }), keepAliveMs)
  }

  started(): void {
    this.#send({ event: 'started' })
  }

  output(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    this.#sent[stream] += bytes.length
    this.#send({ event: stream, ...toContent(bytes) })
  }

  result(result: ExecutionResult): void {
    clearInterval(this.#keepAlive)
    for (const stream of ['stdout', 'stderr'] as const) {
      const rest = result[stream].subarray(this.#sent[stream])
      if (rest.length > 0) this.output(stream, rest)
    }
    for (const file of result.outputs) this.#file(file)
    this.#send({ event: 'ended', ...toEndingMessage(result) })
    this.#response.end()
  }

  sendRejection(refusal: SandboxRejection): void {
    clearInterval(this.#keepAlive)
    if (this.#response.headersSent) {
      this.#send({ event: 'refused', ...rejectionMessage(refusal) })
      this.#response.end()
    } else {
      sendRejection(this.#response, refusal)
    }
  }

  break(): void {
    clearInterval(this.#keepAlive)
    this.#response.destroy()
  }

  #file({ path, executable, bytes }: SandboxFile): void {
    for (let at = 0; at === 0 || at < bytes.length; at += maxPieceBytes) {
      const content = toContent(bytes.subarray(at, at + maxPieceBytes))
      this.#send({ event: 'output', path, executable, ...content })
    }
  }

  #send(event: ExecutionEvent): void {
    if (this.#response.destroyed) return
    if (!this.#response.headersSent) {
      const headers = { 'content-type': eventLinesType, 'cache-control': 'no-store' }
      this.#response.writeHead(200, headers)
    }
    this.#response.write(`${JSON.stringify(event)}\n`)
  }
}
