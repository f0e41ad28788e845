import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import { plainSkill, rejectionOf, skillText } from '../../testing/catalog-fixture.ts'
import { createSyncFixture, entryFiles } from '../../testing/sync-fixture.ts'
import { createSkill } from '../skills/create-skill.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { currentTrust } from './current-trust.ts'
import { removeSuppression, suppressFindings } from './suppress-findings.ts'
import { trustOfSkill } from './trust-of-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const rule = 'test.suspicious'
const reason = 'It shows the attack.'
const doubtful = 'A SUSPICIOUS line.'

async function withArrival(body = doubtful) {
  const fixture = await createSyncFixture(sha256, { reviewPolicy: 'apply-clean' })
  const { offer, sync, held, deps, owner } = fixture
  offer('one', { a: entryFiles('a', body) })
  await sync()
  const [arrival] = await held()
  if (!arrival) throw new Error('nothing waits')
  const admin: CatalogActor = {
    ...owner,
    principal: { ...owner.principal, role: 'admin', permissions: rolePermissions('admin') },
  }
  const suppress = (actor: CatalogActor, name = rule) =>
    suppressFindings(deps, actor, {
      ...{ target: { arrivalId: arrival.id }, rule: name, match: undefined, reason },
    })
  const trust = async () => {
    const now = await deps.store.reviews.get(arrival.id, 'imports')
    if (!now) throw new Error('it is gone')
    return currentTrust(deps, now)
  }
  return { ...fixture, arrival, admin, suppress, trust }
}

describe('D10: a suppressed finding', () => {
  it('D10: is shown and does not count, in this skill only, until it is taken back', async () => {
    const { deps, store, admin, suppress, trust } = await withArrival()
    const [made] = await suppress(admin)
    expect((await trust()).scan).toMatchObject({ verdict: 'clean', findings: [] })
    expect((await trust()).suppressed).toMatchObject([{ finding: { rule }, by: { reason } }])
    const audit = await store.audit.list({}, { limit: 50 })
    expect(audit.items.map(({ action }) => action)).toContain('finding-suppressed')
    const other = { ...plainSkill, content: skillText('other', doubtful) }
    expect(await rejectionOf(createSkill(deps, admin, other))).toBe('skill.findings-unacknowledged')
    if (made) await removeSuppression(deps, admin, made.id)
    expect((await trust()).scan.verdict).toBe('review')
    expect(made && (await rejectionOf(removeSuppression(deps, admin, made.id)))).toBe(
      'suppression.not-found',
    )
  })

  it('D10: goes with the arrival into the skill, whose later revisions have it at the same text alone', async () => {
    const { arrival, approve, offer, sync, held, skills, deps, admin, suppress } =
      await withArrival()
    await suppress(admin)
    const skill = await approve(arrival)
    expect((await trustOfSkill(deps, skill)).report.scan.verdict).toBe('clean')
    const edit = (body: string) =>
      updateSkill(deps, admin, {
        ...{ id: skill.id, content: entryFiles('a', body)['SKILL.md'], overrides: {}, reason: '' },
      })
    expect(await edit(`${doubtful}\nMore.`)).toMatchObject({ head: { number: 2 } })
    expect(await rejectionOf(edit(`More. ${doubtful}`))).toBe('skill.findings-unacknowledged')
    await edit(doubtful)
    offer('two', { a: entryFiles('a', `Do it.\n${doubtful}`) })
    await sync()
    expect((await skills())[0]?.head.number).toBe(4)
    offer('three', { a: entryFiles('a', `Do it.\nNow ${doubtful}`) })
    await sync()
    expect(await held()).toMatchObject([{ verdict: 'review' }])
  })

  it('D10: is made by owners and admins, of what the scan blocks by owners alone', async () => {
    const { owner, admin, member, suppress, trust } = await withArrival('MALWARE')
    const name = 'test.malware'
    expect(await rejectionOf(suppress(member, name))).toBe('skill.org-scope-forbidden')
    expect(await rejectionOf(suppress(admin, name))).toBe('suppression.owners-only')
    expect(await rejectionOf(suppress(owner, 'other'))).toBe('suppression.no-such-finding')
    await suppress(owner, name)
    expect((await trust()).scan.verdict).toBe('clean')
  })
})

describe('A10: a yes to the findings of a skill', () => {
  it('A10: covers later revisions with the same rule at the same text, whoever edits it', async () => {
    const { arrival, approve, deps, admin } = await withArrival()
    const skill = await approve(arrival)
    const edit = (body: string) =>
      updateSkill(deps, admin, {
        ...{ id: skill.id, content: entryFiles('a', body)['SKILL.md'], overrides: {}, reason: '' },
      })
    expect(await edit(`First.\n${doubtful}`)).toMatchObject({ head: { number: 2 } })
    expect(await edit(`First.\n${doubtful}\nThird.`)).toMatchObject({ head: { number: 3 } })
    expect(await rejectionOf(edit(`First.\nAnother ${doubtful}`))).toBe(
      'skill.findings-unacknowledged',
    )
    expect(await rejectionOf(edit('MALWARE'))).toBe('skill.findings-unacknowledged')
  })
})
