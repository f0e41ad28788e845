import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createIdentityProvider } from './identity-provider.ts'
import { parseSignOn, type SignOnProvider } from './sign-on-file.ts'

const issuer = 'https://id.example/realm'
const redirectUri = 'https://repertoire.example/api/v1/sign-on/a/callback'
const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43) }
const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]

function settings(): SignOnProvider {
  const content = `public_url: https://repertoire.example\nproviders: { a: { issuer: "${issuer}", client_id: c, client_secret: s, default_role: member } }`
  const [provider] = parseSignOn(content, {}).providers
  if (!provider) throw new Error('no provider')
  return provider
}

interface Forged {
  readonly claims?: Record<string, unknown>
  readonly key?: typeof own.privateKey
  readonly token?: string
  /** What the issuer's description says about itself. */
  readonly describedAs?: string
  readonly userinfo?: Record<string, unknown>
}

/** A provider of which one thing is wrong. */
function provider({ claims = {}, key = own.privateKey, token, describedAs, userinfo }: Forged) {
  const sign = () => {
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: 'c', sub: 'ann', nonce: secrets.nonce, iat: now }
    const all = { ...right, exp: now + 60, email: 'a@b.example', groups: [], ...claims }
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(key)
  }
  const answers: Record<string, () => Promise<unknown>> = {
    '/realm/.well-known/openid-configuration': async () => ({
      issuer: describedAs ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    }),
    '/realm/keys': async () => ({
      keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }],
    }),
    '/realm/token': async () => ({
      ...{ access_token: 'at', token_type: 'Bearer', id_token: token ?? (await sign()) },
    }),
    '/realm/userinfo': async () => userinfo,
  }
  const fetch = async (url: string | URL | Request) => {
    const answer = answers[new URL(String(url)).pathname]
    return answer ? Response.json(await answer()) : new Response(null, { status: 404 })
  }
  return createIdentityProvider({ provider: settings(), redirectUri, fetch })
}

const back = new URL(`${redirectUri}?code=abc&state=${secrets.state}`)
const redeem = (forged: Forged, maxAge: number | null = null) =>
  provider(forged).redeem(back, { ...secrets, maxAge })

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: 'c',
    sub: 'ann',
    nonce: secrets.nonce,
    iat: now,
    exp: now + 60,
  }
  return `${encode({ alg: 'none' })}.${encode(claims)}.`
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('a token of an identity provider', () => {
  it('names the person when all of it holds', async () => {
    expect(await redeem({})).toMatchObject({ issuer, subject: 'ann', authenticatedAt: null })
    const at = Math.floor(Date.now() / 1000) - 5
    const dated = await redeem({ claims: { auth_time: at } }, 900)
    expect(dated.authenticatedAt).toBe(at * 1000)
  })

  it.each<[string, Forged]>([
    ['signed with another key', { key: foreign.privateKey }],
    ['without a signature', { token: unsigned() }],
    ['for another client', { claims: { aud: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://mallory.example' } }],
    ['of another login', { claims: { nonce: 'x'.repeat(43) } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: 1_000 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a blank subject', { claims: { sub: ' \t' } }],
    ['that was issued in the future', { claims: { iat: inSeconds(3_600) } }],
    ['of a login in the future', { claims: { auth_time: inSeconds(3_600) } }],
    ['of an issuer that calls itself otherwise', { describedAs: 'https://mallory.example' }],
    [
      'with details of another person',
      {
        ...{ claims: { email: undefined }, userinfo: { sub: 'bob', email: 'bob@b.example' } },
      },
    ],
  ])('%s is refused', async (_, forged) => {
    await expect(redeem(forged)).rejects.toThrow()
  })

  it('of a clock that is a little ahead names the person', async () => {
    const ahead = { iat: inSeconds(20), auth_time: inSeconds(20) }
    expect(await redeem({ claims: ahead }, 900)).toMatchObject({ subject: 'ann' })
  })

  it.each<[string, Record<string, unknown>]>([
    ['does not say when', {}],
    ['says that it was long ago', { auth_time: 1_000 }],
  ])('proves no fresh login when it %s', async (_, claims) => {
    await expect(redeem({ claims }, 900)).rejects.toThrow()
    expect((await redeem({ claims })).subject).toBe('ann')
  })

  it('counts more than what the provider adds beside it', async () => {
    const more = { sub: 'ann', email_verified: true, email: 'ceo@b.example', groups: ['admins'] }
    const claims = { email: 'a@b.example', groups: undefined }
    const person = await redeem({ claims, userinfo: more })
    expect(person.claims).toEqual({
      ...{ email: 'a@b.example', isEmailVerified: false, groups: ['admins'] },
    })
  })
})
