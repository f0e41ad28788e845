import type {
  AuditPage,
  PendingRevisionApproved,
  PendingRevisionBody,
  ProblemBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { blockedSkill, createSourceServer } from '../../testing/source-fixtures.ts'

async function blocked() {
  const server = await createSourceServer()
  await server.synced('one', { 'skills/evil': blockedSkill('evil') })
  const [held] = Object.values(await server.held())
  if (!held) throw new Error('nothing waits')
  const { id, digest } = held
  const path = `/api/v1/reviews/${id}`
  const lift = (body: object, key = server.ownerKey) =>
    server.call<ProblemBody>(`${path}/lift`, { body, key })
  const approve = () =>
    server.call<PendingRevisionApproved & ProblemBody>(`${path}/approve`, { body: { digest } })
  return { server, digest, path, lift, approve }
}

describe('the verdict of a blocked arrival', () => {
  it('is lifted by an owner with a reason, for its digest, and the audit log says so', async () => {
    const { server, digest, path, lift, approve } = await blocked()
    expect((await approve()).body.code).toBe('arrival.blocked')
    expect((await lift({ digest, reason: ' ' })).status).toBe(400)
    const other = `sha256:${'0'.repeat(64)}`
    expect((await lift({ digest: other, reason: 'Ours' })).body.code).toBe('arrival.changed')
    expect((await lift({ digest, reason: 'It shows the attack.' })).status).toBe(200)
    const { body } = await server.call<PendingRevisionBody>(path)
    expect(body).toMatchObject({ verdict: 'blocked', approvable: true, refusal: null })
    expect(body.trust.lifted).toMatchObject({ by_name: 'Owner', reason: 'It shows the attack.' })
    expect((await approve()).body).toMatchObject({ slug: 'evil' })
    const audit = await server.call<AuditPage>('/api/v1/audit?action=verdict-lifted')
    expect(audit.body.items).toMatchObject([
      { details: { digest, reason: 'It shows the attack.', findings: ['scan.run.reverse-shell'] } },
    ])
  })

  it('is not lifted by an admin', async () => {
    const { server, digest, lift } = await blocked()
    const { key } = await server.addMember('admin')
    expect((await lift({ digest, reason: 'Fine' }, key)).body.code).toBe('verdict.owners-only')
  })
})
