import { isProblemError } from '@repertoire/core/base'
import { ApplicationFailure } from '@temporalio/common'

/**
 * What Temporal keeps of an error: its code, or this one, and neither message nor stack, which may quote
 * contents.
 */
export function failureOf(
  error: unknown,
  fallback: string,
  nextRetryDelay?: '1 second',
): ApplicationFailure {
  const code = isProblemError(error) ? error.problem.code : fallback
  const failure = ApplicationFailure.create({
    ...{ message: code, type: code },
    ...(nextRetryDelay !== undefined && { nextRetryDelay }),
  })
  failure.stack = ''
  return failure
}
