import type { Problem } from '../base/errors.ts'

const beforeAnyWork: ReadonlySet<string> = new Set([
  'model.rate-limited',
  'model.overloaded',
  'model.unreachable',
])

/** Whether a model failed before its provider did any work, so that another call is not charged twice. Pure. */
export function mayRetryModel({ code }: Pick<Problem, 'code'>): boolean {
  return beforeAnyWork.has(code)
}
