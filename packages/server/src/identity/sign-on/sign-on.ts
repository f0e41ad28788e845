import { createNetwork, type NetworkOptions } from '../../platform/outbound/network.ts'
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

/** A provider on a private address has to be in the list of what is allowed. */
export interface SignOnOptions extends NetworkOptions {
  /** Null: there are no providers. */
  readonly settings: SignOnSettings | null
  readonly loadKey: () => Promise<Uint8Array>
}

const limits = { redirects: 0, timeMs: 10_000, connectMs: 5_000, bytes: 512 * 1024 }

/** What it needs is loaded only where there are providers. */
export async function openSignOn({
  settings,
  loadKey,
  ...options
}: SignOnOptions): Promise<SignOn> {
  const attempts = createAttemptCookie(loadKey)
  if (!settings) return { publicUrl: null, providers: [], attempts, close: async () => {} }
  const network = createNetwork(options, limits)
  const { publicUrl } = settings
  const providers = settings.providers.map((provider) => {
    const redirectUri = publicUrl + callbackPath(provider.id)
    const protocol = createIdentityProvider({ provider, redirectUri, fetch: network.fetch })
    return { settings: provider, protocol }
  })
  return { publicUrl, providers, attempts, close: network.close }
}
