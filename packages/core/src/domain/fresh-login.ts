import type { Problem } from '../base/errors.ts'
import type { Timestamp } from '../base/ids.ts'

/**
 * Why a session may not mint keys or change members, roles and policies now: its person proved who they are too
 * long ago, or their identity provider did not say when (null). Whoever finds
 * an open browser, or a copied cookie, cannot make it last.
 */
export function freshLoginProblem(
  authenticatedAt: Timestamp | null,
  { now, freshMs }: { readonly now: Timestamp; readonly freshMs: number },
): Problem | undefined {
  if (authenticatedAt !== null && now - authenticatedAt < freshMs) return undefined
  const minutes = Math.floor(freshMs / 60_000)
  return {
    code: 'login.not-fresh',
    kind: 'forbidden',
    message: `This needs a login of the last ${minutes === 1 ? 'minute' : `${minutes} minutes`}.`,
    hint: 'Log in again, then repeat the request. Requests with an API key need no login.',
    details: { fresh_minutes: minutes },
  }
}
