import { z } from 'zod'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'

/** How long a login at the provider may take. */
const attemptSeconds = 600

const attemptSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  maxAge: z.number().nullable(),
  /** Path of the page to go to. */
  next: z.string(),
  /** Hash of the session that the login replaces. */
  replaces: z.array(z.string()),
  startedAt: z.number(),
})

/** A login that was started in this browser. */
export type SignOnAttempt = Readonly<z.infer<typeof attemptSchema>>

/**
 * Keeps what a login was started with in a cookie of that browser, encrypted, so that any server of several can
 * finish it and nothing is stored for people who never come back.
 */
export interface AttemptCookie {
  /** Set-Cookie text. Throws ProblemError `secret.key-missing` or `secret.key-unusable`. */
  write(attempt: SignOnAttempt, scheme: CookieScheme): Promise<string>
  /** Null without a cookie, and for one that is too old, changed, or of another server. */
  read(header: string | null, scheme: CookieScheme & At): Promise<SignOnAttempt | null>
  /** Set-Cookie text that removes it. */
  clear(scheme: CookieScheme): string
}

interface CookieScheme {
  readonly isTls: boolean
}

interface At {
  readonly now: number
}

const context = ['sign-on', 'attempt']
const maxLength = 3_500

export function createAttemptCookie(loadKey: () => Promise<Uint8Array>): AttemptCookie {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    write: async (attempt, scheme) => {
      const value = (await getEncryptor()).encrypt(JSON.stringify(attempt), context)
      return setCookie(Buffer.from(value, 'base64').toString('base64url'), scheme, attemptSeconds)
    },
    read: async (header, { isTls, now }) => {
      const value = soleValueOf(header, { isTls })
      if (value === null) return null
      try {
        const text = (await getEncryptor()).decrypt(value, context)
        const attempt = attemptSchema.parse(JSON.parse(text))
        const age = now - attempt.startedAt
        return age >= 0 && age < attemptSeconds * 1000 ? attempt : null
      } catch {
        return null
      }
    },
    clear: (scheme) => setCookie('', scheme, 0),
  }
}

function nameOf({ isTls }: CookieScheme): string {
  return isTls ? '__Host-repertoire_sign_on' : 'repertoire_sign_on'
}

/** Lax, because the browser comes back from another site. */
function setCookie(value: string, scheme: CookieScheme, seconds: number): string {
  const parts = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${seconds}`]
  return [`${nameOf(scheme)}=${value}`, ...parts, ...(scheme.isTls ? ['Secure'] : [])].join('; ')
}

/** Null also for several: one of them was set by somebody else. */
function soleValueOf(header: string | null, scheme: CookieScheme): string | null {
  const prefix = `${nameOf(scheme)}=`
  const values = (header ?? '').split(';').flatMap((part) => {
    const text = part.trim()
    return text.startsWith(prefix) ? [text.slice(prefix.length)] : []
  })
  const [value] = values
  return values.length === 1 && value && value.length <= maxLength ? value : null
}
