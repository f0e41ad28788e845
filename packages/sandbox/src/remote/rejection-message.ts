import { z } from 'zod'
import { type ExecutionRejectionCode, SandboxRejection } from '../execution/execution.ts'

/** Refusals by the sandbox, and by the executor itself. */
const refusalCodes = [
  'sandbox.unavailable',
  'sandbox.runtime-missing',
  'sandbox.bad-request',
  'sandbox.queue-full',
  'sandbox.stopping',
  'executor.unauthorized',
] as const

export const rejectionSchema = z.object({
  code: z.enum(refusalCodes),
  message: z.string(),
  retry_after_seconds: z.number().optional(),
})

export type RejectionMessage = z.infer<typeof rejectionSchema>

/** The HTTP status of a refusal before the answer has started. */
export const rejectionStatus: Readonly<Record<ExecutionRejectionCode, number>> = {
  'sandbox.bad-request': 400,
  'sandbox.runtime-missing': 409,
  'sandbox.queue-full': 429,
  'sandbox.unavailable': 503,
  'sandbox.stopping': 503,
}

export function rejectionMessage(refusal: SandboxRejection): RejectionMessage {
  const { code, message, retryAfterSeconds } = refusal
  const after = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
  return { code, message, ...after }
}

export function rejectionOf({
  code,
  message,
  retry_after_seconds,
}: RejectionMessage): SandboxRejection {
  if (code !== 'executor.unauthorized')
    return new SandboxRejection(code, message, retry_after_seconds)
  return new SandboxRejection('sandbox.unavailable', message)
}
