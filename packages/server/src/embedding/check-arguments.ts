import { ProblemError } from '@repertoire/core/base'
import { z } from 'zod'
import type { Embedded } from './open-embedded.ts'

const text = z.string().trim().min(1)
const signal = z.custom(
  (value) => value instanceof AbortSignal,
  'has to be the signal of an AbortController',
)

const resumeOptions = z.strictObject({ signal: signal.optional() })
const askOptions = resumeOptions.extend({ conversation: text.optional() })
const methods = {
  ask: z.object({ text, options: askOptions.optional() }),
  resume: z.object({ conversation: text, options: resumeOptions.optional() }),
  cancel: z.object({ conversation: text }),
  as: z.object({ person: z.strictObject({ userId: text, name: text, skills: text.optional() }) }),
  answer: z.object({
    question: z.custom(
      isQuestion,
      'has to be an event approval_required, as ask and resume give it',
    ),
  }),
}

/** Throws ProblemError `embedding.closed` or `embedding.invalid-argument`: types are not checked in plain JavaScript. */
export function checkCall(
  { isClosed }: Pick<Embedded, 'isClosed'>,
  method: keyof typeof methods,
  given: object,
): void {
  if (isClosed()) throw closedProblem()
  const issues = methods[method].safeParse(given).error?.issues ?? []
  if (issues.length === 0) return
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ProblemError({
    code: 'embedding.invalid-argument',
    kind: 'invalid',
    message: `${method} was called with something else than it takes. ${lines.join('; ')}.`,
    details: { method, fields: issues.map(({ path }) => path.join('.')) },
  })
}

function closedProblem(): ProblemError {
  return new ProblemError({
    code: 'embedding.closed',
    kind: 'conflict',
    message: 'This repertoire is closed. Nothing was done.',
    hint: 'Make another one with createRepertoire.',
  })
}

function isQuestion(value: unknown): boolean {
  if (!isObject(value) || value.event !== 'approval_required' || !isObject(value.data)) return false
  return Object.values(value.data).some(
    (part) => isObject(part) && typeof part.approval_id === 'string',
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
