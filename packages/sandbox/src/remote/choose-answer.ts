import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExecutionAnswer } from './execution-answer.ts'
import { accepts, eventLinesType, multipartType } from './media-types.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { WholeAnswer } from './whole-answer.ts'

/** As the client accepts it: streamed lines, parts for the files, else one JSON. */
export function chooseAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  keepAliveMs: number,
): ExecutionAnswer {
  const accept = request.headers.accept ?? ''
  if (accepts(accept, eventLinesType)) return new StreamedAnswer(response, keepAliveMs)
  return new WholeAnswer(response, { inline: !accepts(accept, multipartType) })
}
