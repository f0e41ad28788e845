import { createHash } from 'node:crypto'
import type { ScanPolicy } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import { plainSkill, rejectionOf, skillText } from '../../testing/catalog-fixture.ts'
import { judgeByWordsUnder } from '../../testing/judge-by-words.ts'
import { createSyncFixture, entryFiles } from '../../testing/sync-fixture.ts'
import { createProposal } from '../proposals/create-proposal.ts'
import { currentTrust } from '../review/current-trust.ts'
import { reassessAllPending } from '../review/reassess-pending.ts'
import { suppressFindings } from '../review/suppress-findings.ts'
import { trustOfSkill } from '../review/trust-of-skill.ts'
import { createSkill } from '../skills/create-skill.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { asFound, judgeFindings } from './judge-findings.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const strict: ScanPolicy = { preset: 'strict', severities: {} }
const balanced: ScanPolicy = { preset: 'balanced', severities: {} }

/** A library whose settings for findings a test changes. */
async function createPolicyFixture() {
  let policy = balanced
  const fixture = await createSyncFixture(sha256)
  const judge = judgeByWordsUnder(() => policy)
  const deps = { ...fixture.deps, judge }
  const admin: CatalogActor = {
    ...fixture.owner,
    principal: {
      ...fixture.owner.principal,
      role: 'admin',
      permissions: rolePermissions('admin'),
    },
  }
  const create = (name: string, body: string, actor = fixture.owner) =>
    createSkill(deps, actor, { ...plainSkill, content: skillText(name, body) })
  const set = (next: ScanPolicy) => {
    policy = next
  }
  return { ...fixture, deps, admin, create, set, sync: () => fixture.sync({}, deps) }
}

describe('an organisation’s preset and severities', () => {
  it('hold what comes in by the editor, an edit, an agent’s tool and a sync, and let it in again', async () => {
    const { deps, owner, create, set, offer, sync, held, source } = await createPolicyFixture()
    const id = (await create('one', 'Fine.')).id
    const edit = (body: string) =>
      updateSkill(deps, owner, { id, content: skillText('one', body), overrides: {}, reason: '' })
    const save = async (name: string) => {
      const services = {
        ...{ ...deps, principal: owner.principal, traceId: owner.traceId, untrustedInput: false },
        ...{ conversationId: 'cnv_1' as never, runId: 'run_1' as never, callId: name },
        settings: { agentSkillPolicy: 'save' as const },
      }
      return (await createProposal(services, { name, description: 'd', instructions: 'ODD' }))
        .status
    }
    set(strict)
    expect(await rejectionOf(create('two', 'ODD'))).toBe('skill.findings-unacknowledged')
    expect(await rejectionOf(edit('ODD'))).toBe('skill.findings-unacknowledged')
    expect(await save('three')).toBe('proposed')
    offer('v1', { a: entryFiles('a', 'ODD') })
    await sync()
    expect(await held()).toMatchObject([{ verdict: 'review', sourceId: source.id }])
    set({ preset: 'strict', severities: { 'test.odd': 'low' } })
    expect((await create('two', 'ODD')).slug).toBe('two')
    expect((await edit('ODD')).head.number).toBe(2)
    expect(await save('four')).toBe('saved')
  })

  it('keep stored what the scanner said, and move what waits to its new verdict', async () => {
    const { deps, store, set, offer, sync, held } = await createPolicyFixture()
    offer('v1', { a: entryFiles('a', 'ODD'), b: entryFiles('b'), c: entryFiles('c', 'MALWARE') })
    await sync()
    const verdicts = async () =>
      Object.fromEntries((await held()).map(({ entryId, verdict }) => [entryId, verdict]))
    const before = await verdicts()
    expect(before).toEqual({ a: 'notice', b: 'clean', c: 'blocked' })
    set({ preset: 'strict', severities: { 'test.malware': 'medium' } })
    await reassessAllPending(deps)
    expect(await verdicts()).toEqual({ a: 'review', b: 'clean', c: 'review' })
    const [one] = (await held()).filter(({ entryId }) => entryId === 'c')
    const stored = one && (await store.reviews.get(one.id, 'imports'))
    expect(stored?.trust.scan).toMatchObject({
      verdict: 'blocked',
      findings: [{ severity: 'critical' }],
    })
    if (!stored) throw new Error('nothing waits')
    expect((await currentTrust(deps, stored)).scan.findings).toMatchObject([
      { severity: 'medium', scannerSeverity: 'critical' },
    ])
    set(balanced)
    await reassessAllPending(deps)
    expect(await verdicts()).toEqual(before)
  })

  it('move more than one page of what waits', async () => {
    const { deps, store, set, offer, sync } = await createPolicyFixture()
    const names = Array.from({ length: 205 }, (_, at) => `s${at}`)
    offer('v1', Object.fromEntries(names.map((name) => [name, entryFiles(name, 'ODD')])))
    await sync()
    set(strict)
    await reassessAllPending(deps)
    const notices = { audience: 'imports', states: ['held'], verdicts: ['notice'] } as const
    expect((await store.reviews.list(notices, { limit: 1 })).items).toEqual([])
    expect(await store.reviews.countPending('imports')).toBe(205)
  })

  it('leave a skill that is enabled as it is, and show in its trust that it would be held', async () => {
    const { deps, store, owner, create, set } = await createPolicyFixture()
    const { id } = await create('one', 'ODD')
    set(strict)
    const skill = await store.skills.get(owner.principal.userId, id)
    if (!skill) throw new Error('it is gone')
    expect(skill.enabled).toBe(true)
    const { report } = await trustOfSkill(deps, skill)
    expect(report.scan.verdict).toBe('review')
    const [known] = (await store.reviews.trustOf([skill.head.digest])).values()
    expect(known?.scan.verdict).toBe('notice')
  })

  it('widen no suppression: it is compared with what the scanner said, and an owner’s where that blocks', async () => {
    const { deps, owner, admin, set, offer, sync, held, store } = await createPolicyFixture()
    offer('v1', { a: entryFiles('a', 'MALWARE') })
    await sync()
    const [one] = await held()
    if (!one) throw new Error('nothing waits')
    set({ preset: 'balanced', severities: { 'test.*': 'low' } })
    const target = { arrivalId: one.id }
    const request = { target, rule: 'test.malware', match: undefined, reason: 'It is shown.' }
    expect(await rejectionOf(suppressFindings(deps, admin, request))).toBe(
      'suppression.owners-only',
    )
    expect(await suppressFindings(deps, owner, request)).toMatchObject([{ severity: 'critical' }])
    set(balanced)
    const stored = await store.reviews.get(one.id, 'imports')
    if (!stored) throw new Error('it is gone')
    const trust = await currentTrust(deps, stored)
    expect(trust.scan.verdict).toBe('clean')
    expect(asFound(trust).scan.verdict).toBe('blocked')
    const again = judgeFindings(trust, { suppressions: [], scanPolicy: strict })
    expect(again.scan.verdict).toBe('blocked')
  })
})
