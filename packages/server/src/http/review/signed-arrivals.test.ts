import { generateKeyPairSync } from 'node:crypto'
import type { PendingRevisionBody, ProblemBody, SettingsBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { type PackageSigner, signPackage } from '../../ingestion/signatures/sign-package.ts'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

const signer: PackageSigner = { ...generateKeyPairSync('ed25519'), certificates: [] }
const pem = signer.publicKey.export({ type: 'spki', format: 'pem' }).toString()

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

function signedSkill(name: string, script = 'echo done\n'): Readonly<Record<string, string>> {
  const texts = { ...cleanSkill(name), 'scripts/run.sh': 'echo done\n' }
  const files = Object.entries(texts).map(([path, text]) => ({
    ...{ path, bytes: new TextEncoder().encode(text), executable: false },
  }))
  const signature = Buffer.from(signPackage(name, files, signer)).toString()
  return { ...texts, 'scripts/run.sh': script, 'skill.oms.sig': signature }
}

const settings = (body: object) =>
  server.call<ProblemBody & SettingsBody>('/api/v1/settings', { method: 'PUT', body })

async function waiting(): Promise<PendingRevisionBody> {
  const [held] = Object.values(await server.held())
  return (await server.call<PendingRevisionBody>(`/api/v1/reviews/${held?.id}`)).body
}

async function approve({ id, digest }: PendingRevisionBody) {
  const answer = await server.call<ProblemBody>(`/api/v1/reviews/${id}/approve`, {
    body: { digest },
  })
  return [answer.status, answer.body.code]
}

describe('an arrival says who signed it', () => {
  it('a trusted signer is named; before it is trusted it is an unknown signer', async () => {
    await server.synced('one', { 'skills/a': signedSkill('a') })
    expect(await waiting()).toMatchObject({ signature: 'untrusted', approvable: true })
    await settings({ trusted_signers: [{ name: 'Ops team', pem }] })
    const { trust, ...arrival } = await waiting()
    expect(arrival.signature).toBe('good')
    expect(trust.signature).toMatchObject({ status: 'good', signer: 'Ops team' })
    expect(await approve(await waiting())).toEqual([200, undefined])
  })

  it('what was changed after it was signed cannot be approved, and the file is named', async () => {
    await settings({ trusted_signers: [{ name: 'Ops team', pem }] })
    await server.synced('one', { 'skills/a': signedSkill('a', 'echo other\n') })
    const held = await waiting()
    expect(held).toMatchObject({ signature: 'broken', approvable: false })
    expect(held.trust.signature.detail).toContain('scripts/run.sh')
    expect(await approve(held)).toEqual([403, 'arrival.signature-broken'])
  })

  it('an organisation can take signed packages alone', async () => {
    await server.synced('one', { 'skills/a': cleanSkill('a') })
    await settings({ signature_required: true })
    const held = await waiting()
    expect(held).toMatchObject({ signature: 'unsigned', approvable: false })
    expect(await approve(held)).toEqual([403, 'arrival.signature-required'])
    await settings({ signature_required: false })
    expect((await approve(held))[0]).toBe(200)
  })

  it('nothing but a public key or a certificate is taken as a signer, and members name none', async () => {
    const secret = signer.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const refused = await settings({ trusted_signers: [{ name: 'Me', pem: secret }] })
    expect([refused.status, refused.body.code]).toEqual([400, 'settings.signer-invalid'])
    expect(JSON.stringify(refused.body)).not.toContain(secret.slice(30, 60))
    const { key } = await server.addMember('member')
    const body = { trusted_signers: [{ name: 'Me', pem }] }
    const answer = await server.call('/api/v1/settings', { method: 'PUT', body, key })
    expect(answer.status).toBe(403)
  })

  it('what GET gives of the settings can be sent back', async () => {
    await settings({ trusted_signers: [{ name: 'Ops team', pem }] })
    const { body } = await server.call<SettingsBody>('/api/v1/settings')
    expect(body.trusted_signers).toEqual([{ name: 'Ops team', pem, identity: null }])
    expect((await settings(body)).status).toBe(200)
  })
})
