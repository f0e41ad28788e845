import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId, UserId } from '../../../base/ids.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { agentOrigin } from '../../../ingest/proposals/create-proposal.ts'
import {
  answerAndContinue,
  callResults,
  createLibraryFixture,
  createReports,
  existingHead,
  headOf,
  ownScope,
  reports,
} from '../../../testing/library-fixture.ts'
import { call } from '../../../testing/portable-fixture.ts'
import { library } from './library.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { after, arrive, setUp } = createLibraryFixture(sha256)
const { name } = reports
const update = (change: JsonObject, id = 'update') => call('update_skill', { name, ...change }, id)

describe('the toolset library', () => {
  it('B3: answers exactly in the document’s shapes, from creating a skill to deleting it', async () => {
    const { results } = await after([
      createReports,
      update({ operation: 'find_replace', find: '31.12.2025', replace: '2025-12-31' }, 'fix'),
      update({ title: 'Reports, quarterly', tags: ['finance'] }, 'meta'),
      call('list_skills', {}, 'list'),
      call('read_skill', { name }, 'read'),
      call('disable_skill', { name }, 'off'),
      call('list_skills', {}, 'without'),
      call('list_skills', { include_disabled: true, tag: 'finance' }, 'all'),
      call('delete_skill', { name }, 'delete'),
      call('delete_skill', { name }, 'again'),
    ])
    const facts = {
      name,
      title: 'Reports, quarterly',
      description: 'How quarterly reports are built.',
    }
    const rest = { tags: ['finance'], source: 'agent', version: 3 }
    const content = reports.content.replace('31.12.2025', '2025-12-31')
    expect(results.map((one) => JSON.stringify(one))).toEqual(
      [
        { name, version: 1 },
        { name, version: 2 },
        { name, version: 3 },
        { skills: [{ ...facts, ...rest }] },
        { ...facts, content, ...rest },
        { name, enabled: false },
        { skills: [] },
        { skills: [{ ...facts, ...rest }] },
        { deleted: true },
        { deleted: false },
      ].map((one) => JSON.stringify(one)),
    )
  })

  it('B3: has the document’s fields, required ones included, and a tool to make room', () => {
    const fields = Object.fromEntries(
      library.tools.map(({ name, inputSchema }) => [
        name,
        [Object.keys(inputSchema.properties as JsonObject).sort(), inputSchema.required ?? []],
      ]),
    )
    const edit = ['content', 'find', 'operation', 'replace', 'replace_all']
    expect(fields).toEqual({
      create_skill: [
        ['content', 'description', 'name', 'tags', 'title'],
        ['name', 'title', 'description', 'content'],
      ],
      update_skill: [[...edit, 'description', 'name', 'tags', 'title'].sort(), ['name']],
      delete_skill: [['name'], ['name']],
      list_skills: [['include_disabled', 'tag'], []],
      read_skill: [['name'], ['name']],
      enable_skill: [['name'], ['name']],
      disable_skill: [['name'], ['name']],
      drop_skill: [['name'], ['name']],
    })
  })

  it.each<[string, JsonObject, string]>([
    [
      'a find that stands nowhere',
      { operation: 'find_replace', find: 'nowhere', replace: 'x' },
      'edit.no-match',
    ],
    [
      'a find that stands twice',
      { operation: 'find_replace', find: '- ', replace: 'x' },
      'edit.several-matches',
    ],
    ['an empty find', { operation: 'find_replace', find: '', replace: 'x' }, 'edit.find-empty'],
    ['an operation without its text', { operation: 'append' }, 'edit.missing-field'],
    ['a text without an operation', { content: 'x', title: 'T' }, 'edit.missing-field'],
    ['nothing at all', {}, 'edit.missing-field'],
    [
      'what is not there to delete',
      { operation: 'delete', content: 'nowhere' },
      'edit.nothing-to-delete',
    ],
    ['an empty text', { operation: 'replace', content: ' \n' }, 'skill.text-missing'],
    ['a blank title', { title: ' ' }, 'skill.text-missing'],
    ['what is no text', { operation: 'append', content: 'a\u0000b' }, 'skill.unreadable'],
    ['half a character', { operation: 'append', content: 'a\ud800' }, 'skill.text-unfit'],
    ['too much', { operation: 'append', content: 'x'.repeat(100_000) }, 'edit.too-large'],
  ])('B3: %s changes nothing', async (_what, change, code) => {
    const { harness, results } = await after([createReports, update(change)])
    expect(results[1]).toEqual({ refused: code })
    const { skill, content } = await existingHead(harness)
    expect([skill.version, content.body]).toEqual([1, reports.content])
  })

  it('B3: a text over the limit can be edited, but not made longer', async () => {
    const long = { frontmatter: 'name: long\ndescription: D.', body: `a${'x'.repeat(120_000)}\n` }
    const edit = (content: string) => ({
      name: 'long',
      operation: 'find_replace',
      find: 'a',
      replace: content,
    })
    const stagedWith = {
      skills: [{ ...arrive({ ...long, scope: ownScope }), origin: agentOrigin }],
    }
    const calls = [
      call('update_skill', edit('bb'), 'more'),
      call('update_skill', edit('b'), 'same'),
    ]
    const { results } = await after(calls, stagedWith)
    expect(results).toEqual([{ refused: 'edit.too-large' }, { name: 'long', version: 2 }])
  })

  it('B3: an edit that changes nothing makes no version', async () => {
    const { results } = await after([createReports, update({ tags: reports.tags, title: '' })])
    expect(results[1]).toEqual({ name, version: 1 })
  })

  it('B3: an existing name, also of the organisation, and an invalid one create nothing', async () => {
    const org = { frontmatter: `name: ${name}\ndescription: Ours.` }
    const taken = await after([createReports], { skills: [org] })
    expect(taken.results).toEqual([{ refused: 'skill.slug-taken' }])
    const bad = call('create_skill', { ...reports, name: 'Not A Slug' })
    const { harness, results } = await after([bad])
    expect(results).toEqual([{ refused: 'skill.slug-invalid' }])
    expect(await headOf(harness, 'not-a-slug')).toBeNull()
  })

  it('B3: keeps the skill’s other files, other fields and owner', async () => {
    const byHand = {
      frontmatter: 'name: deploy # ours\ntitle: Deploying\ndescription: How.\nx-team: [a,  b]',
      body: 'One.\n',
      files: { 'references/a.md': 'A' },
      scope: ownScope,
    }
    const change = { name: 'deploy', title: 'Deploys', operation: 'append', content: 'Two.\n' }
    const { harness } = await after([call('update_skill', change)], { skills: [byHand] })
    const { origin } = (await existingHead(harness, 'deploy')).skill
    await answerAndContinue(harness, true)
    expect(await callResults(harness)).toEqual([{ name: 'deploy', version: 2 }])
    const { skill, content } = await existingHead(harness, 'deploy')
    expect(content.source).toBe(
      '---\nname: deploy # ours\ntitle: Deploys\ndescription: How.\nx-team: [a,  b]\n---\nOne.\nTwo.\n',
    )
    expect(skill.head.manifest.map(({ path }) => path)).toEqual(['SKILL.md', 'references/a.md'])
    expect(skill.origin).toEqual(origin)
  })

  it('A10: an agent does not switch on what the scan blocks, and asks for what it does not', async () => {
    const off = (slug: string, body: string) => ({
      ...{ frontmatter: `name: ${slug}\ndescription: How.`, body, scope: ownScope, enabled: false },
    })
    const { harness, results } = await after(
      ['bad', 'good'].map((one) => call('enable_skill', { name: one }, one)),
      { skills: [off('bad', 'MALWARE'), off('good', 'Do it.')] },
    )
    expect(results).toEqual([{ refused: 'skill.findings-unacknowledged' }])
    await answerAndContinue(harness, true)
    expect((await callResults(harness)).at(-1)).toEqual({ name: 'good', enabled: true })
  })

  it('A13, D2: other people’s skills, and human-only ones, do not exist', async () => {
    const theirs = { kind: 'user', userId: 'usr_2' as UserId } as const
    const skills = [
      { frontmatter: 'name: theirs\ndescription: How.', scope: theirs },
      {
        frontmatter: 'name: by-hand\ndescription: How.\ndisable-model-invocation: true',
        scope: ownScope,
      },
    ]
    for (const name of ['theirs', 'by-hand', 'absent']) {
      const change = { name, operation: 'append', content: 'x' }
      const calls = [
        call('read_skill', { name }, 'read'),
        call('update_skill', change, 'update'),
        call('enable_skill', { name }, 'enable'),
        call('delete_skill', { name }, 'delete'),
        call('list_skills', { include_disabled: true }, 'list'),
      ]
      const missing = { refused: 'skill.not-found' }
      const { results } = await after(calls, { skills })
      expect(results).toEqual([missing, missing, missing, { deleted: false }, { skills: [] }])
    }
  })

  it('A13: names of another organisation behave like unknown ones', async () => {
    const harness = await setUp([
      call('read_skill', { name }, 'read'),
      update({ operation: 'append', content: 'x' }),
      call('delete_skill', { name }, 'delete'),
      call('list_skills', { include_disabled: true }, 'list'),
      createReports,
    ])
    const other = 'org_2' as TenantId
    await harness.store.directory.createTenant({ id: other, name: 'Other', createdAt: 0 })
    const theirs = arrive({ frontmatter: `name: ${name}\ndescription: Theirs.` })
    await harness.store.tenant(other).skills.save([theirs], 'create')
    await harness.work(await harness.say('Go.'), { fresh: true })
    const missing = { refused: 'skill.not-found' }
    expect(await callResults(harness)).toEqual([
      missing,
      missing,
      { deleted: false },
      { skills: [] },
      { name, version: 1 },
    ])
    const kept = await harness.store.tenant(other).skills.findBySlug('usr_1' as UserId, name)
    expect(kept).toMatchObject({ version: 1, head: { digest: theirs.facts.digest } })
  })

  it('B3: lists each name once, the person’s own before the organisation’s', async () => {
    const skills = [
      { frontmatter: 'name: deploy\ndescription: Ours.' },
      { frontmatter: 'name: deploy\ndescription: Mine.', scope: ownScope, enabled: false },
      { frontmatter: 'name: other\ndescription: Ours.' },
    ]
    const calls = [call('list_skills', {}, 'on'), call('list_skills', { include_disabled: true })]
    const { results } = await after(calls, { skills })
    const names = results.map(({ skills }) =>
      (skills as JsonObject[]).map(({ name, description }) => [name, description]),
    )
    expect(names).toEqual([
      [['other', 'Ours.']],
      [
        ['deploy', 'Mine.'],
        ['other', 'Ours.'],
      ],
    ])
  })

  it('B3: a list too long for the model is shortened, or refused with the tags, never cut silently', async () => {
    const many = (count: number, words: number) =>
      Array.from({ length: count }, (_, index) => ({
        frontmatter: `name: skill-${index}\ndescription: ${'word '.repeat(words)}\ntags: [t${index % 2}]`,
        scope: ownScope,
      }))
    const list = [call('list_skills', {})]
    const [short] = (await after(list, { skills: many(150, 150) })).results
    const listed = short?.skills as JsonObject[]
    expect(listed).toHaveLength(150)
    expect(String(listed[0]?.description).length).toBeLessThanOrEqual(120)
    const { harness } = await after(list, { skills: many(600, 30) })
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'library.too-many', details: { tags: [{ tag: 't0', count: 300 }, {}] } },
    })
  })
})
