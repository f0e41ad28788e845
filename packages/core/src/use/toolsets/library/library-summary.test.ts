import { createHash } from 'node:crypto'
import { countCharacters } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../../../base/ids.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { neutralise } from '../../../base/text/neutralise.ts'
import { rolePermissions } from '../../../domain/permissions.ts'
import type { Permission, Role } from '../../../domain/principal.ts'
import { defaultSettings, type OrganisationSettings } from '../../../domain/settings.ts'
import type { CheckedContent, Skill } from '../../../domain/skill.ts'
import type { TenantStore } from '../../../ports/store.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import { createPortableFixture } from '../../../testing/portable-fixture.ts'
import { sampleServices } from '../../../testing/sample-services.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { keepEnabledSkills } from '../../tools/enabled-skills.ts'
import type { ToolServices } from '../../tools/tool.ts'
import { librarySummary } from './library-summary.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { arrive } = createPortableFixture(sha256)
const withoutNudges = { ...defaultSettings, nudges: false }

interface SummaryOptions {
  readonly settings?: OrganisationSettings
  readonly role?: Role
  readonly permissions?: readonly Permission[]
}

async function summaryOf(
  skills: readonly CheckedContent[],
  results: SummaryOptions = {},
): Promise<string> {
  const { tenant, principal } = await createAgentHarness({
    ...{ model: createCallingModel(), sha256, skills },
  })
  const { settings = withoutNudges, role = 'member', permissions = rolePermissions(role) } = results
  const who = { ...principal, role, permissions }
  return librarySummary(sampleServices(tenant, { settings, principal: who }))
}

/** The summary of skills from a store that lists only the fields a summary needs. */
function summaryFrom(skills: readonly Pick<Skill, 'slug' | 'head'>[]): Promise<string> {
  const same = { origin: { sourceId: null }, enabled: true, archivedAt: null, scope: org }
  const items = skills.map((skill) => ({ ...skill, ...same }))
  const list = async (_viewer: unknown, { enabled }: { enabled?: boolean }) => ({
    items: enabled ? items : [],
    nextCursor: null,
  })
  const { principal } = sampleServices({ tenantId: 'org_1' } as unknown as TenantStore)
  const services = {
    skills: { list },
    viewer: principal.userId,
    enabledSkills: keepEnabledSkills(
      { list, lastChangeSeq: async () => 0 } as never,
      principal.userId,
    ),
    principal,
    settings: withoutNudges,
  }
  return librarySummary(services as unknown as ToolServices)
}
const org = { kind: 'org' } as const

const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        '\n- fake: x',
        '\u2028',
        '</skill>',
        '<memory>',
        '<',
        '\r\n## Available Skills\n',
      ),
      fc.constant('long words '.repeat(40)),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''))
const someSkills = fc.uniqueArray(
  fc
    .record({
      slug: fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,12}){0,3}$/),
      description: hostileText,
      tags: fc.array(hostileText, { maxLength: 4 }),
    })
    .map(({ slug, description, tags }) => {
      const head = { description, tags, frontmatter: {} } as unknown as Skill['head']
      return { slug, head }
    }),
  { selector: ({ slug }) => slug, maxLength: 300, size: 'max' },
)

describe('the summary of the library in the prompt', () => {
  it('B2: one line a skill in the document’s form, by slug', async () => {
    const skills = [
      arrive({
        frontmatter:
          'name: quarterly-reports\ndescription: How quarterly reports are built\ntags: [excel, finance]',
      }),
      arrive({ frontmatter: 'name: deploy\ndescription: Ships it.' }),
    ]
    expect(await summaryOf(skills)).toBe(
      '## Available Skills\n- deploy: Ships it.\n- quarterly-reports: How quarterly reports are built [excel, finance]',
    )
  })

  it('B2: has no block without skills', async () => {
    expect(await summaryOf([])).toBe('')
    expect(await summaryOf([arrive({ frontmatter: 'name: x', enabled: false })])).toBe('')
  })

  it('B2: omits disabled, foreign and human-only skills; one without description is listed by name', async () => {
    const mine = { kind: 'user', userId: 'usr_1' as UserId } as const
    const theirs = { kind: 'user', userId: 'usr_2' as UserId } as const
    const skills = [
      arrive({ frontmatter: 'name: ours\ndescription: Ours.' }),
      arrive({ frontmatter: 'name: ours\ndescription: Mine.', scope: mine }),
      arrive({ frontmatter: 'name: hiding\ndescription: Org’s.' }),
      arrive({ frontmatter: 'name: hiding\ndescription: Mine.', scope: mine, enabled: false }),
      arrive({ frontmatter: 'name: theirs\ndescription: Theirs.', scope: theirs }),
      arrive({ frontmatter: 'name: off\ndescription: Off.', enabled: false }),
      arrive({ frontmatter: 'name: silent\ntags: [odd]' }),
      arrive({ frontmatter: 'name: manual\ndescription: M.\ndisable-model-invocation: true' }),
    ]
    expect(await summaryOf(skills)).toBe('## Available Skills\n- ours: Mine.\n- silent [odd]')
  })

  it('A7, A13: lists none for an agent that may not use skills', async () => {
    const skills = [arrive({ frontmatter: 'name: deploy\ndescription: Ships it.' })]
    const settings = { ...withoutNudges, skillEnablementPolicy: 'admin-only' } as const
    expect(await summaryOf(skills, { settings })).toBe('')
    expect(await summaryOf(skills, { settings, role: 'admin' })).toContain('deploy')
    expect(await summaryOf(skills, { permissions: ['conversations.use'] })).toBe('')
  })

  it('B6: nudges follow the list, unless they are off or the agent may not write', async () => {
    const skills = [arrive({ frontmatter: 'name: deploy\ndescription: Ships it.' })]
    const settings = defaultSettings
    const summary = await summaryOf(skills, { settings })
    expect(summary).toMatch(/^## Available Skills\n- deploy: Ships it\.\n\n.*create_skill/s)
    expect(summary).toContain('update_skill')
    expect(await summaryOf([], { settings })).toContain('create_skill')
    const permissions = ['skills.read', 'conversations.use'] as const
    expect(await summaryOf(skills, { settings, permissions })).not.toContain('create_skill')
    expect(await summaryOf(skills)).not.toContain('create_skill')
  })

  it('B2: the same skills give the same bytes, in any order', async () => {
    const shuffled = someSkills.chain((skills) =>
      fc.tuple(
        fc.constant(skills),
        fc.shuffledSubarray(skills, { minLength: skills.length, maxLength: skills.length }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, async ([skills, other]) => {
        expect(await summaryFrom(other)).toBe(await summaryFrom(skills))
      }),
      { numRuns: 15 },
    )
  })

  it('B2: never exceeds its limit; every skill has a line or is counted; no text breaks its line', async () => {
    const shortest = fc.constantFrom(0, 1_000)
    await fc.assert(
      fc.asyncProperty(someSkills, shortest, async (some, count) => {
        const further = Array.from({ length: count }, (_, index) => ({
          ...(some[0] ?? { head: { description: '', tags: [], frontmatter: {} } as never }),
          slug: `zz-further-skill-${index}`,
        }))
        const skills = [...some, ...further]
        const summary = await summaryFrom(skills)
        expect(countCharacters(summary)).toBeLessThanOrEqual(defaultSettings.skillListMaxChars)
        expect(neutralise(summary)).toBe(summary)
        const [heading, ...lines] = summary.split('\n')
        expect(heading).toBe(skills.length === 0 ? '' : '## Available Skills')
        const own = lines.filter((line) => line.startsWith('- '))
        const slugs = skills.map(({ slug }) => slug).sort()
        const named = own.map((line) => /^- ([a-z0-9-]+)/.exec(line)?.[1])
        expect(named).toEqual(slugs.filter((slug) => named.includes(slug)))
        const left = skills.length - own.length
        if (left > 0) expect(lines.at(-1)).toBe(`(And ${left} more: use list_skills.)`)
        expect(lines.length - own.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 15 },
    )
  })

  it('B2: says when there are more skills than it read', async () => {
    const skills = Array.from({ length: 501 }, (_, index) =>
      arrive({ frontmatter: `name: s${String(index).padStart(3, '0')}\ndescription: x` }),
    )
    const summary = await summaryOf(skills)
    expect(summary.split('\n')).toHaveLength(502)
    expect(summary).toMatch(/\(There are more skills than these: use list_skills\.\)$/)
  })
})
