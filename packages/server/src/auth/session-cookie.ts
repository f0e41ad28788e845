/** Name of the login cookie. */
export const sessionCookie = 'repertoire_session'

/** Value of the login cookie in a Cookie header. Undefined when there is none. */
export function readSessionCookie(header: string | null | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === sessionCookie && value) return value.slice(0, 200)
  }
  return undefined
}

/**
 * Set-Cookie text that logs in for `seconds`, or logs out when that is 0. Scripts and other sites cannot read
 * the cookie.
 */
export function writeSessionCookie(
  token: string,
  { seconds, secure }: { readonly seconds: number; readonly secure: boolean },
): string {
  const parts = [`${sessionCookie}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  return [...parts, `Max-Age=${seconds}`, ...(secure ? ['Secure'] : [])].join('; ')
}
