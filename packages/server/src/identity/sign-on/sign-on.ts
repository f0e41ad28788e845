import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import { type AttemptCookie, createAttemptCookie } from './attempt-cookie.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import type { SignOnProvider, SignOnSettings } from './sign-on-file.ts'

/** Where a browser comes back to from a provider; what the operator registers there. */
export function callbackPath(providerId: string): string {
  return `/api/v1/sign-on/${providerId}/callback`
}

export interface OpenedProvider {
  readonly settings: SignOnProvider
  readonly protocol: IdentityProvider
}

/** Single sign-on at the providers of the operator's file. */
export interface SignOn {
  /** Origin under which logins work; null without providers. */
  readonly publicUrl: string | null
  readonly providers: readonly OpenedProvider[]
  readonly attempts: AttemptCookie
  /** Closes every connection. */
  close(): Promise<void>
}

export interface SignOnOptions {
  /** Null: there are no providers. */
  readonly settings: SignOnSettings | null
  readonly loadKey: () => Promise<Uint8Array>
  /** In the form of `REPERTOIRE_OUTBOUND_ALLOW`; a provider on a private address has to be in it. */
  readonly outboundAllow: readonly string[]
  /** Version of this software. */
  readonly version: string
}

const limits = { redirects: 0, timeMs: 10_000, connectMs: 5_000, bytes: 512 * 1024 }

/** What it needs is loaded only where there are providers. */
export async function openSignOn({
  settings,
  loadKey,
  outboundAllow,
  version,
}: SignOnOptions): Promise<SignOn> {
  const attempts = createAttemptCookie(loadKey)
  if (!settings) return { publicUrl: null, providers: [], attempts, close: async () => {} }
  const { createGuardedFetch } = await import('../../platform/outbound/guarded-fetch.ts')
  const { entries: allow } = parseAllowList(outboundAllow.join(','))
  const guarded = createGuardedFetch({ userAgent: `Repertoire/${version}`, allow, limits })
  const { publicUrl } = settings
  const providers = settings.providers.map((provider) => {
    const redirectUri = publicUrl + callbackPath(provider.id)
    const protocol = createIdentityProvider({ provider, redirectUri, fetch: guarded.fetch })
    return { settings: provider, protocol }
  })
  return { publicUrl, providers, attempts, close: guarded.close }
}
