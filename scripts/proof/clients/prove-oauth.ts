/** An agent with the address alone: it registers, its person agrees, it works, and it is refused once disconnected. */
import assert from 'node:assert/strict'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { connect } from '../api.ts'

const redirectUrl = 'http://127.0.0.1:9/callback'

interface Kept {
  client?: object
  tokens?: { access_token: string; refresh_token: string }
  verifier?: string
  asked?: URL
}

export async function proveOAuth(url: string, key: string): Promise<void> {
  const kept: Kept = {}
  const authProvider = providerOf(kept)
  const open = () => new StreamableHTTPClientTransport(new URL('/mcp', url), { authProvider })
  const asking = open()
  await assert.rejects(newClient().connect(asking), UnauthorizedError)
  const request = Object.fromEntries(kept.asked?.searchParams ?? [])
  const answer = { approved: true, request, scopes: ['skills:read'] }
  const api = connect(url, key)
  const { redirect_to } = await api.send<{ redirect_to: string }>(
    ...(['POST', '/connected-apps', answer] as const),
  )
  await asking.finishAuth(new URL(redirect_to).searchParams)
  const client = newClient()
  await client.connect(open())
  const names = (await client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes('search_skills') && !names.includes('save_skill'))
  const { items } = await api.get<{ items: { id: string }[] }>('/connected-apps')
  assert.equal(items.length, 1)
  await api.send('DELETE', `/connected-apps/${items[0]?.id}`)
  await assert.rejects(client.listTools())
  process.stdout.write('an agent with the address alone: asked, allowed, worked, disconnected\n')
}

function newClient(): Client {
  return new Client({ name: 'proof-agent', version: '1.0' })
}

function providerOf(kept: Kept): OAuthClientProvider {
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: 'Proof agent', redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client,
    saveClientInformation: (client: object) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: Kept['tokens']) => {
      if (tokens) kept.tokens = tokens
    },
    redirectToAuthorization: (asked: URL) => {
      kept.asked = asked
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return provider as unknown as OAuthClientProvider
}
