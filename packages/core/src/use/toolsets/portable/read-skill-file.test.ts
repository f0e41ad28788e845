import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../../base/sha256.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import { bareEnvironment } from '../../../testing/bare-environment.ts'
import { call, createPortableFixture, useReport } from '../../../testing/portable-fixture.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { switchSkill } from '../../conversation/switch-skill.ts'
import { portable } from './portable.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { arrive, report, after, outputOf, problemOf } = createPortableFixture(sha256)

describe('read_skill_file', () => {
  const read = (path: string) => call('read_skill_file', { name: 'weekly-report', path })

  it.each(['references/template.md', './references/template.md'])(
    'D5: reads %s of the skill’s folder',
    async (path) => {
      expect(await outputOf([read(path)])).toEqual({
        name: 'weekly-report',
        path: 'references/template.md',
        content: '## Shipped\n',
      })
    },
  )

  it('D2: reads the files of a human-only skill once a person has started it', async () => {
    const manual = arrive({
      frontmatter: 'name: weekly-report\ndescription: M.\ndisable-model-invocation: true',
      files: { 'references/template.md': '## Shipped\n' },
    })
    const model = createCallingModel(read('references/template.md'))
    const harness = await createAgentHarness({
      model,
      sha256,
      skills: [manual],
      toolsets: [portable],
    })
    const { tenant: store, clock, principal, conversationId } = harness
    const change = { principal, conversationId, traceId: '0'.repeat(32), slug: 'weekly-report' }
    await harness.work(await harness.say('Read it.'))
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'skill.not-found' } })
    await switchSkill(
      { store, clock, environment: bareEnvironment, contextTokens: 128_000 },
      { ...change, to: 'active' },
    )
    await harness.work(await harness.say('Now.'))
    expect(await harness.lastOutcome()).toMatchObject({ output: { content: '## Shipped\n' } })
    const skill = await store.skills.findBySlug(principal.userId, 'weekly-report')
    if (!skill) throw new Error('the skill is gone')
    await store.skills.update(principal.userId, skill.id, { enabled: false })
    await harness.work(await harness.say('And now?'))
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'skill.disabled', hint: expect.stringContaining('can enable it') },
    })
  })

  it('D5: reads SKILL.md itself, frontmatter and all', async () => {
    expect((await outputOf([read('SKILL.md')])).content).toBe(report.content.source)
  })

  it('D3: reads text of at most 256 KB, and reports why others are refused', async () => {
    const largest = await outputOf([read('references/largest.md')])
    expect(largest.content).toHaveLength(262_144)
    expect(await problemOf([read('references/huge.md')])).toMatchObject({
      code: 'skill-file.too-large',
      details: { size: 262_145, limit: 262_144 },
    })
    for (const path of ['assets/logo.png', 'assets/latin1.txt']) {
      expect(await problemOf([read(path)])).toMatchObject({
        code: 'skill-file.not-text',
        message: expect.stringContaining('bytes'),
      })
    }
  })

  it.each([
    '../weekly-report/references/template.md',
    'references/../references/template.md',
    'references/../../../etc/passwd',
    '/etc/passwd',
    '/references/template.md',
    'C:\\references\\template.md',
    'references\\template.md',
    'references/template.md\u0000',
    'references/template.md\u0000.png',
    'references/%74emplate.md',
    'references/%2e%2e/SKILL.md',
    '%2e%2e/SKILL.md',
    'References/template.md',
    'references/TEMPLATE.md',
    'skill.md',
    'references/template.md/',
    'references/template.md/.',
    'references//template.md',
    '././references/template.md',
    './/references/template.md',
    'references',
    '.',
    './',
    'references/tem\u200bplate.md',
    'references/template．md',
    ' references/template.md',
    'references/template.md ',
    'file:references/template.md',
    'constructor',
    '__proto__',
    'toString',
  ])('D5: %j is not a path of a skill', async (path) => {
    const problem = await problemOf([read(path)])
    expect(problem.code).toBe('skill-file.not-found')
    expect(problem.details?.files).toContain('references/template.md')
  })

  it('D5: distinguishes Unicode forms of a name', async () => {
    const composed = 'references/\u00e9.md'
    const skill = arrive({
      frontmatter: 'name: weekly-report\ndescription: x',
      files: { [composed]: 'e' },
    })
    expect((await outputOf([read(composed)], { skills: [skill] })).content).toBe('e')
    const problem = await problemOf([read(composed.normalize('NFD'))], { skills: [skill] })
    expect(problem.code).toBe('skill-file.not-found')
  })

  it('D5: reads the files of the revision whose instructions were given', async () => {
    const harness = await after([useReport])
    const newer = arrive({
      frontmatter: 'name: weekly-report\ndescription: Newer.',
      files: { 'references/new.md': 'new', 'references/template.md': 'newer' },
    })
    await harness.tenant.skills.save([newer], 'upsert')
    const model = createCallingModel(read('references/template.md'))
    await harness.work(await harness.say('Go on.'), { ports: { model } })
    expect(await harness.lastOutcome()).toMatchObject({ output: { content: '## Shipped\n' } })
    const again = createCallingModel(
      { ...useReport, id: 'u2' },
      { ...read('references/new.md'), id: 'r2' },
    )
    await harness.work(await harness.say('Go on.'), { ports: { model: again } })
    expect(await harness.lastOutcome()).toMatchObject({ output: { content: 'new' } })
  })

  it('A2: a file that was read leaves the messages when its skill is revoked', async () => {
    const harness = await after([read('references/template.md')])
    const model = createCallingModel()
    const next = async () => {
      await harness.work(await harness.say('Go on.'), { ports: { model } })
      return JSON.stringify(model.requests.at(-1)?.messages)
    }
    expect(await next()).toContain('## Shipped')
    expect(await harness.all('skills-read')).toMatchObject([
      {
        callId: 'read_skill_file',
        skills: [{ slug: 'weekly-report', digest: report.facts.digest }],
      },
    ])
    const { reviews } = harness.tenant
    await reviews.revoke({
      ...{ digest: report.facts.digest, severity: 'critical', reason: 'It does harm.', url: null },
      ...{ by: harness.principal.userId, at: 1 },
    })
    expect(await next()).not.toContain('## Shipped')
    expect(await next()).not.toContain('## Shipped')
    expect(await harness.all('context-trimmed')).toMatchObject([{ callIds: ['read_skill_file'] }])
  })

  it('D5: refuses files of a skill that was disabled meanwhile', async () => {
    const harness = await after([useReport])
    const { userId } = harness.principal
    const skill = await harness.tenant.skills.findBySlug(userId, 'weekly-report')
    await harness.tenant.skills.update(userId, skill!.id, { enabled: false })
    const model = createCallingModel(read('references/template.md'))
    await harness.work(await harness.say('Go on.'), { ports: { model } })
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'skill.disabled', hint: expect.stringContaining('can enable it') },
    })
  })
})
