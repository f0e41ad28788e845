/** An identity provider that signs whatever it is told to, and the browser that goes through its login. */
import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForgedTokenIssuer {
  readonly url: string
  /** Where the browser ends after a login with these claims in its ID token. */
  signIn(server: string, claims: object): Promise<string>
  close(): Promise<void>
}

export async function startIssuer(): Promise<ForgedTokenIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let claims: object = {}
  let url = ''
  const sign = () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: url, aud: 'c', iat: now, exp: now + 172_800, email: 'a@b.example' }
    const text = `${encode({ alg: 'RS256', kid: 'k' })}.${encode({ ...usual, groups: [], ...claims })}`
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
  }
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer: url, authorization_endpoint: `${url}/authorize`, jwks_uri: `${url}/keys` },
      token_endpoint: `${url}/token`,
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256' }] }),
    '/token': () => ({ access_token: 'at', token_type: 'Bearer', id_token: sign() }),
  }
  const server = createServer(({ url: path = '' }, response) => {
    const answer = answers[path]
    response.statusCode = answer ? 200 : 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer?.() ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    signIn: async (target, told) => {
      const begun = await fetch(`${target}/api/v1/sign-on/forged/start`, { redirect: 'manual' })
      const asked = new URL(begun.headers.get('location') ?? '')
      claims = { nonce: asked.searchParams.get('nonce'), ...told }
      const back = new URL(asked.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({
        ...{ code: 'abc', state: asked.searchParams.get('state') ?? '' },
      }).toString()
      const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
      const ended = await fetch(back, {
        ...{ redirect: 'manual', headers: { cookie: cookie.join('; ') } },
      })
      return ended.headers.get('location') ?? ''
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
