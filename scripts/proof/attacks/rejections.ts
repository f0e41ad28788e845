/** What a server must not take, each tried over HTTP: a weak first key, hosts of everybody, tokens that cannot be true. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../api.ts'
import { freePort, startServer } from '../server-process.ts'
import { startIssuer } from './forged-token-issuer.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

export async function proveRejections(report: (line: string) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-refusals-'))
  const [port, issuer] = [await freePort(), await startIssuer()]
  const signOn = join(dataDir, 'sign-on.yaml')
  const client = `client_id: c, client_secret: s, default_role: member`
  writeFileSync(
    signOn,
    `public_url: http://127.0.0.1:${port}\nproviders: { forged: { issuer: "${issuer.url}", ${client} } }\n`,
  )
  const env = { REPERTOIRE_SIGN_ON: signOn, REPERTOIRE_OUTBOUND_ALLOW: new URL(issuer.url).host }
  await assert.rejects(
    startServer({ dataDir, port, key: 'abcdefghijklmnopqrstuvwxyzabcdef', env }),
    /sequence/,
  )
  report('a first key of letters in the order of the alphabet is refused')
  const server = await startServer({ dataDir, port, key, env })
  try {
    const api = connect(server.url, key)
    for (const entry of ['*.com', '*.co.uk', '*.github.io', '*.internal']) {
      await assert.rejects(
        api.send('PUT', '/settings', { egress_allow_list: [entry] }),
        /settings\.broad-egress-entry/,
      )
    }
    report('an egress list cannot name the hosts of everybody: *.com, *.co.uk, *.github.io')
    assert.deepEqual(await api.get('/context'), {
      ...{ memory: '', graph_context: '', max_chars: 20_000, updated_by: null, updated_at: null },
    })
    report('the context of a new organisation is empty, and no error')

    const later = Math.floor(Date.now() / 1000) + 86_400
    const signIn = (claims: object) => issuer.signIn(server.url, claims)
    assert.equal(await signIn({ sub: 'ann' }), '/')
    for (const claims of [{ auth_time: later }, { iat: later }, { sub: '' }]) {
      assert.match(await signIn({ sub: 'ann', ...claims }), /^\/login\?problem=/)
    }
    report('ID tokens of tomorrow and of nobody sign nobody in')
  } finally {
    await server.kill('SIGTERM')
    await issuer.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
