import type {
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionBulkResult,
  PendingRevisionFileContent,
  PendingRevisionPage,
  PendingRevisionSummary,
  ProblemBody,
  SkillBody,
  SourceItemBody,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  blockedSkill,
  cleanSkill,
  createSourceServer,
  type SourceServer,
} from '../../testing/source-fixtures.ts'

const path = '/api/v1/reviews'
const otherDigest = `sha256:${'0'.repeat(64)}`

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

/** The one that waits at a path. */
async function waiting(at: string): Promise<PendingRevisionSummary> {
  const found = (await server.held())[at]
  if (!found) throw new Error(`nothing waits at ${at}`)
  return found
}

function decide<Body = ProblemBody>(
  { id, digest }: Pick<PendingRevisionSummary, 'id' | 'digest'>,
  decision: string,
  more: object = {},
) {
  return server.call<Body>(`${path}/${id}/${decision}`, { body: { digest, ...more } })
}

async function skillSlugs(): Promise<readonly string[]> {
  const { body } = await server.call<{ items: SkillBody[] }>('/api/v1/skills')
  return body.items.map(({ slug }) => slug).toSorted()
}

describe('D10: what came in waits for a person', () => {
  it('D10: it is listed, read with its files, and no skill until it is approved', async () => {
    const files = { ...cleanSkill('a'), 'scripts/run.sh': 'echo $DEPLOY_KEY\n' }
    const source = await server.synced('one', { 'skills/a': files })
    const held = await waiting('skills/a')
    expect(held).toMatchObject({
      ...{ state: 'held', kind: 'new', source_id: source.id, source_name: 'one', slug: 'a' },
      ...{ verdict: 'clean', licence: 'MIT', licence_decision: 'allowed', skill_id: null },
      asks: { scripts: ['scripts/run.sh'], env: ['DEPLOY_KEY'] },
    })
    const { body } = await server.call<PendingRevisionBody>(`${path}/${held.id}`)
    expect(body).toMatchObject({ content: files['SKILL.md'], base: null, approvable: true })
    expect(body.files.map((file) => [file.path, file.change])).toEqual([
      ['SKILL.md', 'added'],
      ['scripts/run.sh', 'added'],
    ])
    const file = await server.call<PendingRevisionFileContent>(
      `${path}/${held.id}/file?path=scripts/run.sh`,
    )
    expect(file.body).toMatchObject({ text: 'echo $DEPLOY_KEY\n', base_text: null })
    expect(await skillSlugs()).toEqual([])
    const approved = await decide<PendingRevisionApproved>(held, 'approve')
    expect(approved.body).toMatchObject({ slug: 'a', enabled: false })
    expect(await skillSlugs()).toEqual(['a'])
  })

  it('D10: an update is shown against the skill here, and keeps it as it was until then', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    const { skill_id: skill } = await server.approve('a')
    server.offer('one', 'two', { a: { ...cleanSkill('a', 'Better.'), 'more.md': 'More.' } })
    await server.sync(id)
    const update = await waiting('a')
    expect(update).toMatchObject({ kind: 'update', skill_id: skill, edited_here: false })
    const { body } = await server.call<PendingRevisionBody>(`${path}/${update.id}`)
    expect(body.base?.content).toContain('Do it.')
    expect(body.files.map((file) => [file.path, file.change])).toEqual([
      ['SKILL.md', 'changed'],
      ['more.md', 'added'],
    ])
    const before = await server.call<SkillBody>(`/api/v1/skills/${skill}`)
    expect(before.body.body).toContain('Do it.')
    expect((await decide<PendingRevisionApproved>(update, 'approve')).body.enabled).toBe(true)
    const after = await server.call<SkillBody>(`/api/v1/skills/${skill}`)
    expect(after.body).toMatchObject({ enabled: true, digest: update.digest })
  })

  it('A10: an update of what was edited here shows three texts, and replaces them only when told to', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    const { skill_id: skill } = await server.approve('a')
    const edited = { content: cleanSkill('a', 'Mine.')['SKILL.md'] }
    await server.call(`/api/v1/skills/${skill}`, { method: 'PUT', body: edited })
    server.offer('one', 'two', { a: cleanSkill('a', 'Theirs.') })
    await server.sync(id)
    const update = await waiting('a')
    expect(update.edited_here).toBe(true)
    const { body } = await server.call<PendingRevisionBody>(`${path}/${update.id}`)
    expect([body.ancestor?.content, body.base?.content, body.content]).toEqual([
      expect.stringContaining('Do it.'),
      expect.stringContaining('Mine.'),
      expect.stringContaining('Theirs.'),
    ])
    const refused = await decide(update, 'approve')
    expect([refused.status, refused.body.code]).toEqual([409, 'arrival.detached'])
    const taken = await decide<PendingRevisionApproved>(update, 'approve', {
      overwrite_edits: true,
    })
    expect(taken.body.arrival.state).toBe('approved')
  })
})

describe('A10: what a source gave before', () => {
  /** A skill with two revisions of its source, the second in use. */
  async function twice() {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    const { skill_id: skill } = await server.approve('a')
    server.offer('one', 'two', { a: cleanSkill('a', 'Two.') })
    await server.sync(id)
    await server.approve('a')
    const restored = await server.call<SkillBody>(`/api/v1/skills/${skill}/revisions/1/restore`, {
      body: {},
    })
    expect(restored.body.body).toContain('Do it.')
    return { source: id, skill }
  }

  it('A10: is not edited here when it is restored: the next update asks for no overwriting', async () => {
    const { source } = await twice()
    const items = await server.call<{ items: SourceItemBody[] }>(
      `/api/v1/skills/sources/${source}/items`,
    )
    expect(items.body.items).toMatchObject([{ edited_here: false }])
    server.offer('one', 'three', { a: cleanSkill('a', 'Three.') })
    await server.sync(source)
    const update = await waiting('a')
    expect(update.edited_here).toBe(false)
    expect((await decide<PendingRevisionApproved>(update, 'approve')).status).toBe(200)
  })

  it('A10: an edit that waits to be overwritten is none any more when it is taken back', async () => {
    const { source, skill } = await twice()
    const content = cleanSkill('a', 'Mine.')['SKILL.md']
    await server.call(`/api/v1/skills/${skill}`, { method: 'PUT', body: { content } })
    server.offer('one', 'three', { a: cleanSkill('a', 'Three.') })
    await server.sync(source)
    const update = await waiting('a')
    expect(update.edited_here).toBe(true)
    await server.call(`/api/v1/skills/${skill}/revisions/2/restore`, { body: {} })
    const { body } = await server.call<PendingRevisionBody>(`${path}/${update.id}`)
    expect(body.edited_here).toBe(false)
    expect((await decide<PendingRevisionApproved>(update, 'approve')).status).toBe(200)
  })

  it('D10: an update under another licence says which it was and is', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    await server.approve('a')
    const text = cleanSkill('a')['SKILL.md']
    server.offer('one', 'two', { a: { 'SKILL.md': text.replace('MIT', 'GPL-3.0-only') } })
    await server.sync(id)
    expect(await waiting('a')).toMatchObject({
      ...{ licence: 'GPL-3.0-only', licence_change: { from: 'MIT' } },
    })
    server.offer('one', 'three', { a: cleanSkill('a', 'Better.') })
    await server.sync(id)
    expect(await waiting('a')).toMatchObject({ licence: 'MIT', licence_change: null })
  })
})

describe('D10: a decision is about exactly what was read', () => {
  it('D10: of another digest, or none, nothing is decided', async () => {
    await server.synced('one', { a: cleanSkill('a') })
    const held = await waiting('a')
    for (const decision of ['approve', 'reject', 'quarantine']) {
      const refused = await decide({ ...held, digest: otherDigest }, decision)
      expect([refused.status, refused.body.code]).toEqual([412, 'arrival.changed'])
      const without = await server.call(`${path}/${held.id}/${decision}`, { body: {} })
      expect(without.body.code).toBe('request.invalid')
    }
    expect((await waiting('a')).digest).toBe(held.digest)
    expect(await skillSlugs()).toEqual([])
  })

  it('D10: the first decision counts; another one says what was decided', async () => {
    await server.synced('one', { a: cleanSkill('a') })
    const held = await waiting('a')
    const answers = await Promise.all([
      decide<PendingRevisionApproved>(held, 'approve'),
      decide<PendingRevisionApproved>(held, 'approve'),
      decide(held, 'reject'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await skillSlugs()).toHaveLength(answers[2]?.status === 200 ? 0 : 1)
    const late = await decide(held, 'approve')
    expect([late.status, late.body.code]).toEqual([409, 'arrival.decided'])
  })

  it('D10: a newer content takes the place of an undecided one', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    const first = await waiting('a')
    server.offer('one', 'two', { a: cleanSkill('a', 'Newer.') })
    await server.sync(id)
    expect((await waiting('a')).id).not.toBe(first.id)
    expect((await decide(first, 'approve')).body).toMatchObject({
      ...{ code: 'arrival.decided', details: { state: 'superseded' } },
    })
  })

  it('D10: rejected is not asked about again; it can be taken back, and so can a quarantine', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    const held = await waiting('a')
    expect((await decide<PendingRevisionSummary>(held, 'quarantine')).body.state).toBe(
      'quarantined',
    )
    expect((await decide<PendingRevisionSummary>(held, 'hold')).body.state).toBe('held')
    expect(
      (await decide<PendingRevisionSummary>(held, 'reject', { note: 'No.' })).body,
    ).toMatchObject({
      ...{ state: 'rejected', note: 'No.' },
    })
    server.offer('one', 'two', { a: cleanSkill('a'), b: cleanSkill('b') })
    await server.sync(id)
    expect(Object.keys(await server.held())).toEqual(['b'])
    expect((await decide<PendingRevisionSummary>(held, 'hold')).body.state).toBe('held')
  })

  it('D10: a blocked content and a refused licence are approved by nobody, alone or in bulk', async () => {
    const licensed = cleanSkill('own')['SKILL.md']
    await server.synced('one', {
      bad: blockedSkill('bad'),
      own: { 'SKILL.md': licensed.replace('MIT', 'Proprietary. All rights reserved.') },
    })
    const [bad, own] = [await waiting('bad'), await waiting('own')]
    expect([bad.verdict, own.licence_decision]).toEqual(['blocked', 'refused'])
    const { body } = await server.call<PendingRevisionBody>(`${path}/${bad.id}`)
    expect([body.approvable, body.refusal?.code]).toEqual([false, 'arrival.blocked'])
    const [finding] = body.trust.findings
    expect(finding).toMatchObject({ path: 'scripts/run.sh', line: 2 })
    const note = { note: 'I want it.', overwrite_edits: true, enable: true }
    expect((await decide(bad, 'approve', note)).body.code).toBe('arrival.blocked')
    expect((await decide(own, 'approve', note)).body.code).toBe('arrival.licence-refused')
    const items = [bad, own].map(({ id, digest }) => ({ id, digest }))
    const bulk = await server.call<PendingRevisionBulkResult>(`${path}/decide`, {
      body: { decision: 'approve', items },
    })
    expect(bulk.body.results.map(({ problem }) => problem?.code)).toEqual([
      'arrival.needs-reading',
      'arrival.needs-reading',
    ])
    expect(await skillSlugs()).toEqual([])
  })
})

describe('D10: many at once', () => {
  it('D10: what was rejected together waits again together; what is not rejected is named', async () => {
    await server.synced('one', { a: cleanSkill('a'), b: cleanSkill('b') })
    const items = [await waiting('a'), await waiting('b')].map(({ id, digest }) => ({ id, digest }))
    const decideAll = async (decision: string, some = items) =>
      (
        await server.call<PendingRevisionBulkResult>(`${path}/decide`, {
          body: { decision, items: some },
        })
      ).body.results.map(({ state, problem }) => problem?.code ?? state)
    expect(await decideAll('reject', items.slice(0, 1))).toEqual(['rejected'])
    expect(await decideAll('hold')).toEqual(['held', 'arrival.decided'])
    expect(Object.keys(await server.held()).toSorted()).toEqual(['a', 'b'])
  })

  it('D10: each has its own outcome, and one that is wrong stops no other', async () => {
    await server.synced('one', {
      ...{ a: cleanSkill('a'), b: cleanSkill('b'), c: cleanSkill('c') },
      bad: blockedSkill('bad'),
    })
    const held = await server.held()
    const items = ['a', 'b', 'c', 'bad'].map((at) => ({
      id: held[at]?.id,
      digest: at === 'b' ? otherDigest : held[at]?.digest,
    }))
    const decideAll = (decision: string) =>
      server.call<PendingRevisionBulkResult>(`${path}/decide`, {
        body: { decision, enable: true, items: [...items, { id: 'arr_no', digest: otherDigest }] },
      })
    const outcomes = ({ results }: PendingRevisionBulkResult) =>
      results.map(({ state, problem }) => state ?? problem?.code)
    expect(outcomes((await decideAll('approve')).body)).toEqual([
      ...['approved', 'arrival.changed', 'approved'],
      ...['arrival.needs-reading', 'arrival.not-found'],
    ])
    expect(await skillSlugs()).toEqual(['a', 'c'])
    expect(outcomes((await decideAll('reject')).body)).toEqual([
      ...['arrival.decided', 'arrival.changed', 'arrival.decided'],
      ...['rejected', 'arrival.not-found'],
    ])
  })

  it('D10: it is filtered by state, kind, verdict and source, and counted', async () => {
    const one = await server.synced('one', { a: cleanSkill('a'), bad: blockedSkill('bad') })
    await server.synced('two', { b: cleanSkill('b') })
    await server.approve('a')
    server.offer('one', 'two', { a: cleanSkill('a', 'New.'), bad: blockedSkill('bad') })
    await server.sync(one.id)
    const list = async (query: string) => {
      const { body } = await server.call<PendingRevisionPage>(`${path}?${query}`)
      return [body.items.map((item) => `${item.path} ${item.state}`).toSorted(), body.held]
    }
    expect(await list('state=approved')).toEqual([['a approved'], 3])
    expect(await list('state=held&kind=update')).toEqual([['a held'], 3])
    expect(await list('verdict=blocked')).toEqual([['bad held'], 3])
    expect(await list(`state=held&source_id=${one.id}`)).toEqual([['a held', 'bad held'], 3])
    const first = await server.call<PendingRevisionPage>(`${path}?limit=2`)
    const rest = await server.call<PendingRevisionPage>(`${path}?cursor=${first.body.next_cursor}`)
    const ids = [...first.body.items, ...rest.body.items].map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([4, 4])
  })
})

describe('D10: who may', () => {
  it('D10: members and read-only keys decide nothing; another organisation sees nothing', async () => {
    await server.synced('one', { a: cleanSkill('a') })
    const held = await waiting('a')
    const member = await server.addMember('member')
    const reading = await server.addMember('owner', ['skills.read'])
    const other = await server.addTenant()
    const item = { id: held.id, digest: held.digest }
    for (const { key } of [member, reading]) {
      for (const decision of ['approve', 'reject', 'quarantine', 'hold']) {
        const body = { digest: held.digest }
        const { status } = await server.call(`${path}/${held.id}/${decision}`, { key, body })
        expect([decision, status]).toEqual([decision, 403])
      }
      const bulk = await server.call<PendingRevisionBulkResult>(`${path}/decide`, {
        ...{ key, body: { decision: 'approve', items: [item] } },
      })
      expect([bulk.status, bulk.body.results]).toEqual([403, undefined])
    }
    const { key } = other
    expect((await server.call<PendingRevisionPage>(path, { key })).body).toMatchObject({
      ...{ items: [], held: 0 },
    })
    const digest = { digest: held.digest }
    const attempts = [
      [`${path}/${held.id}`, undefined],
      [`${path}/${held.id}/file?path=SKILL.md`, undefined],
      ...['approve', 'reject', 'quarantine', 'hold'].map(
        (decision) => [`${path}/${held.id}/${decision}`, digest] as const,
      ),
    ] as const
    for (const [at, body] of attempts) {
      const answer = await server.call(at, { key, body })
      expect([at, answer.status, answer.body.code]).toEqual([at, 404, 'arrival.not-found'])
    }
    const bulk = await server.call<PendingRevisionBulkResult>(`${path}/decide`, {
      ...{ key, body: { decision: 'approve', items: [item] } },
    })
    expect(bulk.body.results.map(({ problem }) => problem?.code)).toEqual(['arrival.not-found'])
    expect((await waiting('a')).state).toBe('held')
  })

  it('D10: who decided what about which digest is in the audit log', async () => {
    await server.synced('one', { a: cleanSkill('a'), b: cleanSkill('b') })
    const { digest } = await waiting('a')
    await server.approve('a')
    await decide(await waiting('b'), 'reject', { note: 'No.' })
    const { body } = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit?limit=50',
    )
    const found = body.items.filter(({ action }) => action.startsWith('arrival-'))
    expect(found.map(({ action }) => action).toSorted()).toEqual([
      ...['arrival-approved', 'arrival-rejected'],
    ])
    expect(JSON.stringify(found)).toContain(digest)
  })
})
