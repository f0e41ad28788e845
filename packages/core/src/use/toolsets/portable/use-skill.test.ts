import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../../../base/ids.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import type { SamplePackage } from '../../../testing/ingested-package.ts'
import { call, createPortableFixture, useReport } from '../../../testing/portable-fixture.ts'
import {
  createCallingModel,
  createScriptedModel,
  resultsSinceUserMessage,
} from '../../../testing/scripted-model.ts'
import { portable } from './portable.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { arrive, report, after, outputOf, problemOf } = createPortableFixture(sha256)

describe('use_skill', () => {
  it('D5: returns the structured result of the document', async () => {
    const expected = {
      name: 'weekly-report',
      description: 'Writes the weekly report.',
      instructions: '# Weekly report\n\nFollow references/template.md.\n',
      context_fork: false,
      allowed_tools: [
        'list_connectors',
        'mcp__github__list_commits',
        'read_file',
        'request_connector_access',
        'search_connector_tools',
        'web_search',
      ],
      enforced: true,
      resources: ['references/largest.md', 'references/template.md', 'scripts/collect.py'],
      not_readable: ['assets/latin1.txt', 'assets/logo.png', 'references/huge.md'],
    }
    expect(await outputOf([useReport])).toEqual(expected)
    expect(await outputOf([call('use_skill', { name: ' Weekly Report!' })])).toEqual(expected)
  })

  it('C7: refuses a text too large for the context, for main and sub-agents', async () => {
    for (const [more, given] of [
      ['', 'skill-used'],
      ['\ncontext: fork', 'fork-started'],
    ] as const) {
      const frontmatter = `name: endless\ndescription: x${more}`
      const fits = arrive({ frontmatter, body: `${'x'.repeat(262_143)}\n` })
      const over = arrive({ frontmatter, body: `${'ü'.repeat(131_072)}\n` })
      const use = call('use_skill', { name: 'endless' })
      expect(await problemOf([use], { skills: [over] })).toMatchObject({
        code: 'skill.too-large',
        details: { size: 262_145, limit: 262_144 },
      })
      expect(await (await after([use], { skills: [fits] })).all(given)).toHaveLength(1)
    }
  })

  it('D5, D9: marks the skill used, and logs the revision that was given', async () => {
    const harness = await after([useReport])
    const skill = await harness.tenant.skills.findBySlug(harness.principal.userId, 'weekly-report')
    expect(skill).toMatchObject({ useCount: 1, lastUsedAt: harness.clock.now() })
    expect(await harness.all('skill-used')).toMatchObject([
      {
        skill: { skillId: skill?.id, digest: skill?.head.digest, slug: 'weekly-report' },
        allowedTools: ['Read', 'WebSearch', 'mcp__github__list_commits'],
      },
    ])
  })

  it.each(['', 'allowed-tools: []', 'allowed-tools: "*"', 'allowed-tools: "()"'])(
    'D7: a skill with %j restricts nothing and ends an earlier restriction',
    async (line) => {
      const open = arrive({ frontmatter: `name: open\ndescription: Open.\n${line}`.trim() })
      const harness = await after([useReport, call('use_skill', { name: 'open' }, 'u2')], {
        skills: [report, open],
      })
      expect((await harness.all('skill-used')).at(-1)?.allowedTools).toEqual([])
      const outcome = await harness.lastOutcome()
      expect(outcome).toMatchObject({ output: { allowed_tools: [] } })
      expect(outcome).not.toHaveProperty('output.enforced')
    },
  )

  const apart = arrive({
    frontmatter: 'name: apart\ndescription: x\ncontext: fork\nallowed-tools: Read',
  })

  it('D6: a skill with context fork runs in a sub-agent, for the task or the person’s message', async () => {
    const calls = [
      call('use_skill', { name: 'apart', task: 'Count them.' }),
      call('use_skill', { name: 'apart' }, 'u2'),
    ]
    const model = createScriptedModel((request) => {
      const next = calls[resultsSinceUserMessage(request)]
      const inFork = request.system.some((block) => block.startsWith('<skill '))
      return next && !inFork ? { toolCalls: [next] } : { text: 'Three.' }
    })
    const harness = await createAgentHarness({
      model,
      sha256,
      skills: [apart],
      toolsets: [portable],
    })
    await harness.work(await harness.say('Write this week’s report.'))
    expect(await harness.lastOutcome()).toMatchObject({ output: { result: 'Three.' } })
    expect(await harness.all('fork-started')).toMatchObject([
      { skill: { slug: 'apart' }, allowedTools: ['Read'], task: 'Count them.' },
      { task: 'Write this week’s report.' },
    ])
    expect(await harness.all('skill-used')).toEqual([])
    const skill = await harness.tenant.skills.findBySlug(harness.principal.userId, 'apart')
    expect(skill?.useCount).toBe(2)
  })

  it('D6: without sub-agents the result has a directive, and the list applies to the turn', async () => {
    const model = createCallingModel(call('use_skill', { name: 'apart' }))
    const harness = await createAgentHarness({
      model,
      sha256,
      skills: [apart],
      toolsets: [portable],
    })
    await harness.work(await harness.say('Do it.'), { ports: { subAgents: false } })
    expect(await harness.lastOutcome()).toMatchObject({
      output: {
        context_fork: true,
        directive: expect.stringContaining('compact result'),
        instructions: 'Do it.\n',
        enforced: true,
      },
    })
    expect(await harness.all('skill-used')).toMatchObject([{ allowedTools: ['Read'] }])
  })

  it.each<[string, SamplePackage, string]>([
    ['switched off', { frontmatter: 'name: x\ndescription: x', enabled: false }, 'skill.disabled'],
    [
      'for people only',
      { frontmatter: 'name: x\ndescription: x\ndisable-model-invocation: true' },
      'skill.not-found',
    ],
    [
      'another person’s',
      {
        frontmatter: 'name: x\ndescription: x',
        scope: { kind: 'user', userId: 'usr_2' as UserId },
      },
      'skill.not-found',
    ],
  ])('D5: a skill that is %s is not given', async (_why, sample, code) => {
    for (const tool of [
      call('use_skill', { name: 'x' }),
      call('read_skill_file', { name: 'x', path: 'SKILL.md' }),
    ]) {
      expect((await problemOf([tool], { skills: [arrive(sample)] })).code).toBe(code)
    }
  })

  it.each(['constructor', '__proto__', '  ', '\u0000', 'wеekly-report', 'weekly'])(
    'D5: %j is not the name of a skill',
    async (name) => {
      const problem = await problemOf([call('use_skill', { name })])
      expect(problem.code).toBe('skill.not-found')
    },
  )

  it('A7: where people approve skills, each revision needs one approval', async () => {
    const settings = { skillEnablementPolicy: 'prompt-user' } as const
    const harness = await after([useReport, { ...useReport, id: 'again' }], { settings })
    expect(await harness.all('skill-used')).toEqual([])
    const asked = await harness.all('approval-required')
    expect(asked).toMatchObject([
      { approvalType: 'skill_enablement', subject: { slug: 'weekly-report' } },
    ])
    const { runId } = await harness.answer(true)
    expect(await harness.work(runId)).toBe('over')
    expect(await harness.all('approval-required')).toHaveLength(1)
    expect(await harness.all('skill-used')).toHaveLength(2)
  })

  it('A7: gives exactly the approved revision, or nothing', async () => {
    const settings = { skillEnablementPolicy: 'prompt-user' } as const
    const harness = await after([useReport], { settings })
    const other = arrive({ frontmatter: 'name: weekly-report\ndescription: Other.' })
    await harness.tenant.skills.save([other], 'upsert')
    const { runId } = await harness.answer(true)
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.stale' } })
    expect(await harness.all('skill-used')).toEqual([])
  })

  it('A7: a skill’s files do not bypass the approval', async () => {
    const settings = { skillEnablementPolicy: 'prompt-user' } as const
    const read = call('read_skill_file', { name: 'weekly-report', path: 'SKILL.md' })
    expect((await problemOf([read], { settings })).code).toBe('skill-file.not-used')
  })
})
