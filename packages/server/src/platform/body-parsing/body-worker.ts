import { parentPort } from 'node:worker_threads'
import { isProblemError } from '@repertoire/core/base'
import { allRoutes } from '@repertoire/protocol'
import type { z } from 'zod'
import type { ParseAnswer, ParseRequest } from './body-messages.ts'
import { parseBody } from './parse-body.ts'

const schemas = new Map<string, z.ZodType>(
  allRoutes.flatMap(({ operationId, body }) => (body ? [[operationId, body] as const] : [])),
)

/** The parsing thread: one body after the other. */
parentPort?.on('message', ({ id, operationId, parts }: ParseRequest) => {
  parentPort?.postMessage({
    id,
    ...parsed(operationId, Buffer.concat(parts)),
  } satisfies ParseAnswer)
})

function parsed(operationId: string, bytes: Uint8Array) {
  const schema = schemas.get(operationId)
  if (!schema) throw new Error(`there is no route ${operationId} with a body`)
  try {
    return { value: parseBody(schema, bytes) }
  } catch (error) {
    if (isProblemError(error)) return { problem: error.problem }
    throw error
  }
}
