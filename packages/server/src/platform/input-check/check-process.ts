import { createInputCheck, type InputCheck } from './check-input.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/** Number of compiled schemas that are cached. */
const maxCachedChecks = 50

const checks = new Map<string, InputCheck>()

/** The child process: runs one check after another, each under the limit of `createInputCheck`. */
process.on('message', ({ id, schema, input }: CheckRequest) => {
  const answer: CheckAnswer = { id, verdict: cachedCheck(schema)(input) }
  process.send?.(answer)
})
process.once('disconnect', () => process.exit())

function cachedCheck(schema: CheckRequest['schema']): InputCheck {
  const key = JSON.stringify(schema)
  const check = checks.get(key) ?? createInputCheck({ inputSchema: schema })
  checks.delete(key)
  checks.set(key, check)
  const [oldest] = checks.keys()
  if (checks.size > maxCachedChecks && oldest !== undefined) checks.delete(oldest)
  return check
}
