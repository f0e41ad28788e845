import { isProblemError } from '@repertoire/core/base'

/**
 * What the login page is told about a failed login: `sign-on.refused` by the provider, `sign-on.unavailable`,
 * `sign-on.invalid`: an answer that does not hold, or the code of our own problem.
 */
export function signOnFailure(error: unknown): string {
  const problem = causes(error).find(isProblemError)?.problem
  if (problem?.code.startsWith('outbound.')) return 'sign-on.unavailable'
  if (problem) return problem.code
  // The person, or a rule of the provider, said no. Names of the library's own errors.
  return error instanceof Error && error.name === 'AuthorizationResponseError'
    ? 'sign-on.refused'
    : 'sign-on.invalid'
}

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at)
  return chain
}
