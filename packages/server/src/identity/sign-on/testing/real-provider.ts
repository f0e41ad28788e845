import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** A person as the provider knows them. */
export interface ProviderAccount {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

/** An OpenID Connect provider on a port of this machine, over real HTTP. */
export interface RealProvider {
  readonly issuer: string
  /** By subject. */
  readonly accounts: Map<string, ProviderAccount>
  /** Replaces the signing key. */
  rotateKeys(): Promise<void>
  stop(): Promise<void>
}

export const providerClient = { id: 'repertoire', secret: 'client-secret-0123456789-0123456789' }

/** `redirectUris` are compared exactly, as the standard has it. */
export async function startRealProvider(redirectUris: string[]): Promise<RealProvider> {
  const accounts = new Map<string, ProviderAccount>()
  const http = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const build = async () =>
    new Provider(issuer, await configuration(redirectUris, accounts)).callback()
  let handle = await build()
  return {
    issuer,
    accounts,
    rotateKeys: async () => {
      handle = await build()
    },
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

async function configuration(
  redirectUris: string[],
  accounts: ReadonlyMap<string, ProviderAccount>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    jwks: { keys: [await exportJWK(privateKey)] },
    cookies: { keys: ['a test', 'another'] },
    clients: [
      {
        ...{ client_id: providerClient.id, client_secret: providerClient.secret },
        redirect_uris: redirectUris,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: () => ({ sub, ...account }) }
    },
  }
}
