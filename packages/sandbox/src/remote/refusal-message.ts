import { z } from 'zod'
import { type ExecutionRefusalCode, SandboxRefusal } from '../execution/execution.ts'

/** Refusals by the sandbox, and by the executor itself. */
const refusalCodes = [
  'sandbox.unavailable',
  'sandbox.runtime-missing',
  'sandbox.bad-request',
  'sandbox.queue-full',
  'sandbox.stopping',
  'executor.unauthorized',
] as const

export const refusalSchema = z.object({
  code: z.enum(refusalCodes),
  message: z.string(),
  retry_after_seconds: z.number().optional(),
})

export type RefusalMessage = z.infer<typeof refusalSchema>

/** The HTTP status of a refusal before the answer has started. */
export const refusalStatus: Readonly<Record<ExecutionRefusalCode, number>> = {
  'sandbox.bad-request': 400,
  'sandbox.runtime-missing': 409,
  'sandbox.queue-full': 429,
  'sandbox.unavailable': 503,
  'sandbox.stopping': 503,
}

export function refusalMessage(refusal: SandboxRefusal): RefusalMessage {
  const { code, message, retryAfterSeconds } = refusal
  const after = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
  return { code, message, ...after }
}

export function refusalOf({ code, message, retry_after_seconds }: RefusalMessage): SandboxRefusal {
  if (code !== 'executor.unauthorized')
    return new SandboxRefusal(code, message, retry_after_seconds)
  return new SandboxRefusal('sandbox.unavailable', message)
}
