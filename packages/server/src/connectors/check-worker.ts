import { type InputCheck, inputCheckOf } from './check-input.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/** Schemas whose checks are kept: reading one takes longer than using it. */
const mostKept = 50

const checks = new Map<string, InputCheck>()

/** The process's side: one check after another, each under the clock of `inputCheckOf`. */
process.on('message', ({ id, schema, input }: CheckRequest) => {
  const answer: CheckAnswer = { id, verdict: checkBy(schema)(input) }
  process.send?.(answer)
})
process.once('disconnect', () => process.exit())

function checkBy(schema: CheckRequest['schema']): InputCheck {
  const key = JSON.stringify(schema)
  const check = checks.get(key) ?? inputCheckOf({ inputSchema: schema })
  checks.delete(key)
  checks.set(key, check)
  const [oldest] = checks.keys()
  if (checks.size > mostKept && oldest !== undefined) checks.delete(oldest)
  return check
}
