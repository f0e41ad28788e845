import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { call, createPortableFixture } from '../../../testing/portable-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { after, problemOf } = createPortableFixture(sha256)

describe('save_skill', () => {
  const draft = {
    name: 'Restart the queue',
    description: 'Restarts a stuck queue.',
    instructions: '1. Drain it.\n2. Restart it.',
    allowed_tools: ['read_file', 'Bash(systemctl:*)'],
    resources: [{ path: 'references/checks.md', content: 'Look first.' }],
    reason: 'It took three attempts.',
  }

  it('D5: proposes a skill, and says that a person decides', async () => {
    const harness = await after([call('save_skill', draft)])
    expect(await harness.lastOutcome()).toMatchObject({
      output: { status: 'proposed', name: 'restart-the-queue', changes_existing: false },
    })
    const { items } = await harness.tenant.reviews.list(
      { audience: 'server', kinds: ['proposal', 'offer'] },
      { limit: 10 },
    )
    expect(items).toMatchObject([{ slug: 'restart-the-queue', proposal: { reason: draft.reason } }])
    expect(
      await harness.tenant.skills.findBySlug(harness.principal.userId, 'restart-the-queue'),
    ).toBeNull()
  })

  it('D5, D9: under the policy save the skill is usable with its files at once', async () => {
    const harness = await after(
      [
        call('save_skill', draft),
        call('use_skill', { name: 'Restart the queue' }),
        call('read_skill_file', { name: 'restart-the-queue', path: 'references/checks.md' }),
      ],
      { settings: { agentSkillPolicy: 'save' } },
    )
    const completed = await harness.all('tool-completed')
    expect(completed.map(({ outcome }) => outcome)).toMatchObject([
      { output: { status: 'saved', name: 'restart-the-queue' } },
      {
        output: {
          instructions: expect.stringContaining('Drain it.'),
          allowed_tools: ['read_file', 'run_command(systemctl:*)'],
        },
      },
      { output: { content: 'Look first.' } },
    ])
  })

  it.each(['MALWARE', 'SUSPICIOUS'])(
    'proposes what says %s also under the policy save: an agent cannot take findings',
    async (word) => {
      const harness = await after([call('save_skill', { ...draft, instructions: word })], {
        settings: { agentSkillPolicy: 'save' },
      })
      expect(await harness.lastOutcome()).toMatchObject({ output: { status: 'proposed' } })
      const { skills } = harness.tenant
      expect(await skills.findBySlug(harness.principal.userId, 'restart-the-queue')).toBeNull()
    },
  )

  it.each<[string, JsonObject]>([
    ['a path out of its folder', { path: '../x.md', content: 'x' }],
    ['an absolute path', { path: '/etc/passwd', content: 'x' }],
    ['a backslash', { path: 'a\\b.md', content: 'x' }],
    ['SKILL.md in another case', { path: 'Skill.md', content: 'x' }],
    ['what is no text', { path: 'a.md', content: 'x\u0000y' }],
    ['more bytes than can be read', { path: 'a.md', content: 'ä'.repeat(200_000) }],
  ])('D5: refuses a resource with %s', async (_what, resource) => {
    const harness = await after([call('save_skill', { ...draft, resources: [resource] })])
    expect(await harness.lastOutcome()).toMatchObject({ status: 'refused' })
    expect(
      (
        await harness.tenant.reviews.list(
          { audience: 'server', kinds: ['proposal', 'offer'] },
          { limit: 10 },
        )
      ).items,
    ).toEqual([])
  })

  it('D5: refuses more files than the limits', async () => {
    const large = Array.from({ length: 3 }, (_, at) => ({
      path: `references/${at}.md`,
      content: 'x'.repeat(262_144),
    }))
    const problem = await problemOf([call('save_skill', { ...draft, resources: large })])
    expect(problem).toMatchObject({
      code: 'save-skill.bad-resource',
      message: expect.stringContaining('524288'),
    })
  })
})
