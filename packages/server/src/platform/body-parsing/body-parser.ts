import { ProblemError } from '@repertoire/core/base'
import type { RouteSpec } from '@repertoire/protocol'
import { RequestThread } from '../threads/request-thread.ts'
import { resolveWorker } from '../threads/worker-program.ts'
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

/** Large strings do not live there; without a limit it grows to what a whole server may need. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

/** Parses large bodies on a thread, which is started on first use, so that they do not block other requests. */
export function createBodyParser(options: BodyParserOptions = {}): BodyParser {
  const { smallBytes = smallBodyBytes, hangMs = 20_000, idleMs = 5_000 } = options
  const program = resolveWorker(import.meta.url, 'body-worker')
  const thread = new RequestThread<Omit<ParseRequest, 'id'>, ParseAnswer>({
    ...{ program, resourceLimits, hangMs, idleMs, lost: notParsed },
  })
  return {
    parse: async ({ operationId, body }, parts) => {
      if (!body) return undefined
      const size = parts.reduce((total, { byteLength }) => total + byteLength, 0)
      if (size <= smallBytes) return parseBody(body, Buffer.concat(parts))
      const answer = await thread.request({ operationId, parts }, ownBuffers(parts))
      if (answer.problem) throw new ProblemError(answer.problem)
      return answer.value
    },
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
