import type { SignOnClaims } from '@repertoire/core/domain'

type Claims = Readonly<Record<string, unknown>>

const maxGroups = 1_000
const maxNameLength = 100

/** What decides about a person. Anything that is not as OpenID Connect has it counts as absent. */
export function signOnClaims(claims: Claims, groupsClaim: string): SignOnClaims {
  const groups = claims[groupsClaim]
  const list = typeof groups === 'string' ? [groups] : Array.isArray(groups) ? groups : []
  return {
    email: typeof claims.email === 'string' ? claims.email : null,
    // Some providers send the text "true", which is not what the standard has, and is not believed.
    isEmailVerified: claims.email_verified === true,
    groups: list.filter((group) => typeof group === 'string').slice(0, maxGroups),
  }
}

/**
 * The ID token is signed, so what it says counts. Whether an address was confirmed is taken from where the address
 * is from: the other one may be about another address.
 */
export function mergeClaims<Token extends Claims>(token: Token, more: Claims = {}): Token & Claims {
  const { email_verified } = token.email === undefined ? more : token
  return { ...more, ...token, email_verified }
}

/** What people read as the member's name. It identifies nobody. */
export function nameOf(claims: Claims): string {
  const names = [claims.name, claims.preferred_username, claims.email, claims.sub]
  return names.map(plain).find((name) => name !== '') ?? 'New member'
}

export function labelOf(claims: Claims): string {
  return plain(claims.email) || nameOf(claims)
}

/** Without control, bidi and invisible characters, which could make a name look like another. */
function plain(value: unknown): string {
  if (typeof value !== 'string') return ''
  const visible = value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\s+/g, ' ')
  return [...visible.trim()].slice(0, maxNameLength).join('')
}
