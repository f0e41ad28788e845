/** Name of the login cookie where the client uses plain HTTP. */
export const sessionCookie = 'repertoire_session'

/** Over TLS. Browsers take this name only from this very host, so no other host can set it beside ours. */
export const tlsSessionCookie = `__Host-${sessionCookie}`

/** More cookies of the name than this are not looked at. */
const maxTokens = 8

/** Whether the client sent the request over TLS. */
interface CookieScheme {
  readonly isTls: boolean
}

/**
 * Values of the login cookie in a Cookie header, each once. Over plain HTTP another site of the same domain can
 * add some, and the header does not tell which.
 */
export function readSessionCookies(
  header: string | null | undefined,
  { isTls }: CookieScheme,
): readonly string[] {
  const wanted = isTls ? tlsSessionCookie : sessionCookie
  const tokens = (header ?? '').split(';').flatMap((part) => {
    const [name, value] = part.trim().split('=', 2)
    return name === wanted && value ? [value.slice(0, 200)] : []
  })
  return [...new Set(tokens)].slice(0, maxTokens)
}

/**
 * Set-Cookie text that logs in for `seconds`, or logs out when that is 0. Scripts and other sites cannot read
 * the cookie.
 */
export function writeSessionCookie(
  token: string,
  { seconds, isTls }: CookieScheme & { readonly seconds: number },
): string {
  const name = isTls ? tlsSessionCookie : sessionCookie
  const parts = [`${name}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`]
  return [...parts, ...(isTls ? ['Secure'] : [])].join('; ')
}
