import type { Timestamp } from '@repertoire/core/base'
import type { SignOnClaims } from '@repertoire/core/domain'
import type { Configuration, IDToken } from 'openid-client'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { labelOf, mergeClaims, nameOf, signOnClaims } from './claims.ts'
import type { SignOnProvider } from './sign-on-file.ts'

/** What a login was started with. Only the browser that started it has it, encrypted. */
export interface SignOnSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Seconds since the person's last proof that are still fresh; null where any login will do. */
  readonly maxAge: number | null
}

/** A person, by a token that the provider signed for this server and this login. */
export interface SignedOn {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly label: string
  readonly claims: SignOnClaims
  /** When the person proved who they are; null where the provider does not say. */
  readonly authenticatedAt: Timestamp | null
}

/** The OpenID Connect side of one provider: the authorization code flow with PKCE. Rejects when it fails. */
export interface IdentityProvider {
  newSecrets(maxAge: number | null): Promise<SignOnSecrets>
  /** Where the browser goes to log in. */
  authorizationUrl(secrets: SignOnSecrets): Promise<string>
  /** `callback` is the whole URL that the browser came back with. */
  redeem(callback: URL, secrets: SignOnSecrets): Promise<SignedOn>
}

export interface IdentityProviderOptions {
  readonly provider: SignOnProvider
  readonly redirectUri: string
  readonly fetch: GuardedFetch['fetch']
}

/** How long the provider's own description is used. Its keys are read anew when a token names an unknown one. */
const discoveryMs = 3_600_000
/** How far a provider's clock may be ahead of this one. */
const clockToleranceSeconds = 60

export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { provider, redirectUri } = options
  const configuration = cachedConfiguration(options)
  return {
    newSecrets: async (maxAge) => {
      const { randomNonce, randomPKCECodeVerifier, randomState } = await import('openid-client')
      const codeVerifier = randomPKCECodeVerifier()
      return { state: randomState(), nonce: randomNonce(), codeVerifier, maxAge }
    },
    authorizationUrl: async ({ state, nonce, codeVerifier, maxAge }) => {
      const client = await import('openid-client')
      const url = client.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: redirectUri, scope: provider.scopes.join(' '), state, nonce },
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(maxAge !== null && { prompt: 'login', max_age: String(maxAge) }),
      })
      return url.href
    },
    redeem: async (callback, { state, nonce, codeVerifier, maxAge }) => {
      const client = await import('openid-client')
      const config = await configuration()
      const url = new URL(redirectUri)
      url.search = callback.search
      const tokens = await client.authorizationCodeGrant(config, url, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
        ...{ idTokenExpected: true, ...(maxAge !== null && { maxAge }) },
      })
      const token = tokens.claims()
      if (!token) throw new Error('the answer has no ID token')
      refuseImplausible(token)
      const isComplete = token.email !== undefined && token[provider.groupsClaim] !== undefined
      const hasMore = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore
        ? await client.fetchUserInfo(config, tokens.access_token, token.sub)
        : undefined
      const all = mergeClaims(token, more)
      return {
        ...{ issuer: token.iss, subject: token.sub, name: nameOf(all), label: labelOf(all) },
        claims: signOnClaims(all, provider.groupsClaim),
        authenticatedAt: token.auth_time === undefined ? null : token.auth_time * 1000,
      }
    },
  }
}

/** What a signature does not say: that somebody is named, and that nothing of it happens later than now. */
function refuseImplausible({ sub, iat, auth_time }: IDToken): void {
  if (sub.trim() === '') throw new Error('the ID token names nobody')
  const latest = Date.now() / 1000 + clockToleranceSeconds
  if (iat > latest) throw new Error('the ID token was issued in the future')
  if (auth_time !== undefined && auth_time > latest) {
    throw new Error('the ID token says that the person logged in in the future')
  }
}

function cachedConfiguration(options: IdentityProviderOptions): () => Promise<Configuration> {
  let known: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined
  return () => {
    if (known && performance.now() - known.at < discoveryMs) return known.configuration
    const configuration = discover(options)
    const current = { at: performance.now(), configuration }
    known = current
    configuration.catch(() => {
      if (known === current) known = undefined
    })
    return configuration
  }
}

/** The issuer that the answer names has to be the operator's, which the library checks. */
async function discover({ provider, fetch }: IdentityProviderOptions): Promise<Configuration> {
  const client = await import('openid-client')
  const isPlain = new URL(provider.issuer).protocol === 'http:'
  const authentication =
    provider.clientSecret === null ? client.None() : client.ClientSecretBasic(provider.clientSecret)
  return client.discovery(new URL(provider.issuer), provider.clientId, undefined, authentication, {
    [client.customFetch]: (url, { method, headers, body, signal }) =>
      fetch(url, {
        ...{ method, headers, redirect: 'manual' },
        ...(body !== undefined &&
          body !== null && { body: body as NonNullable<RequestInit['body']> }),
        ...(signal && { signal }),
      }),
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  })
}
