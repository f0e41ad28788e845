import type { z } from 'zod'

const maxShownLength = 40

/**
 * What is wrong with one variable, in one line. The value is repeated only where a number or one of a few words belongs: in
 * every other variable a password may stand.
 */
export function variableProblem(
  { path, message, ...issue }: z.core.$ZodIssue,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const name = path.join('.')
  const value = mayBeShown(issue) ? env[name] : undefined
  return `${name}: ${message}${value === undefined ? '' : `, not ${JSON.stringify(value.slice(0, maxShownLength))}`}`
}

function mayBeShown(issue: Pick<z.core.$ZodIssue, 'code'>): boolean {
  if (issue.code === 'invalid_value') return true
  if ('origin' in issue) return issue.origin === 'number' || issue.origin === 'int'
  return 'expected' in issue && (issue.expected === 'number' || issue.expected === 'int')
}
