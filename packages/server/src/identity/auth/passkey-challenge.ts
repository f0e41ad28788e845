import { z } from 'zod'
import { lazyEncryptor } from '../../platform/secrets/encryption.ts'

/** How long a person may take to answer their device. */
const challengeSeconds = 300

const schema = z.object({
  challenge: z.string(),
  /** The member who adds a passkey; null for a login. */
  userId: z.string().nullable(),
  startedAt: z.number(),
})

export type PasskeyChallenge = Readonly<z.infer<typeof schema>>

/**
 * What a device has to sign, kept encrypted in a cookie of the browser that asked, so that any server of several
 * can check the answer. That an answer counts once is the store's rule.
 */
export interface PasskeyChallenges {
  /** Set-Cookie text. Throws ProblemError `secret.key-missing` or `secret.key-unusable`. */
  write(challenge: PasskeyChallenge, scheme: CookieScheme): Promise<string>
  /** Null without one, and for one that is too old, changed, or for another purpose. */
  read(header: string | null, when: Expected): Promise<PasskeyChallenge | null>
}

interface CookieScheme {
  readonly isTls: boolean
}

interface Expected extends CookieScheme {
  readonly now: number
  readonly userId: string | null
}

const context = ['passkey', 'challenge']

export function createPasskeyChallenges(loadKey: () => Promise<Uint8Array>): PasskeyChallenges {
  const getEncryptor = lazyEncryptor(loadKey)
  return {
    write: async (challenge, { isTls }) => {
      const encrypted = (await getEncryptor()).encrypt(JSON.stringify(challenge), context)
      const value = Buffer.from(encrypted, 'base64').toString('base64url')
      const parts = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${challengeSeconds}`]
      return [`${nameOf({ isTls })}=${value}`, ...parts, ...(isTls ? ['Secure'] : [])].join('; ')
    },
    read: async (header, { isTls, now, userId }) => {
      const prefix = `${nameOf({ isTls })}=`
      const parts = (header ?? '').split(';').map((part) => part.trim())
      const values = parts.filter((part) => part.startsWith(prefix))
      if (values.length !== 1) return null
      try {
        const text = String(values[0]).slice(prefix.length)
        const found = schema.parse(JSON.parse((await getEncryptor()).decrypt(text, context)))
        const age = now - found.startedAt
        const isValid = age >= 0 && age < challengeSeconds * 1000 && found.userId === userId
        return isValid ? found : null
      } catch {
        return null
      }
    },
  }
}

function nameOf({ isTls }: CookieScheme): string {
  return isTls ? '__Host-repertoire_passkey' : 'repertoire_passkey'
}
