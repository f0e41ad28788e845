import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  connectorLookupTools,
  type PlannedCall,
  type PlannedStep,
  playPlan,
  restrictedSkills,
} from '../../testing/allowlist-fixture.ts'
import { allowlistViolations, checkCalls } from '../../testing/allowlist-oracle.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const connectorCall = (connector: string, tool: string): PlannedCall => ({
  name: 'execute_connector_tool',
  input: { connector, tool },
})
const plain = (name: string): PlannedCall => ({
  name,
  input: name === 'clarify' ? { question: 'May I?' } : {},
})
const useSkill = fc
  .tuple(
    fc.constantFrom(...Object.keys(restrictedSkills), 'absent', 'Reader', ' writer '),
    fc.nat(5),
  )
  .map(
    ([name, task]): PlannedCall => ({ name: 'use_skill', input: { name, task: `fork ${task}` } }),
  )
const slugs = Object.keys(restrictedSkills)
/** Every other tool that loads, reads or unloads a skill. */
const load = fc
  .tuple(
    fc.constantFrom('activate_skill', 'activate_skills', 'read_skill', 'enable_skill'),
    fc.constantFrom(...slugs),
    fc.boolean(),
  )
  .map(([name, slug, proxied]): PlannedCall => {
    const input =
      name === 'activate_skill'
        ? { skill_name: slug }
        : name === 'activate_skills'
          ? { ids: [slug] }
          : name === 'read_skill'
            ? { name: slug }
            : { skill_slug: slug }
    return proxied
      ? { name: 'tool_invoke', input: { tool: name, arguments: input } }
      : { name, input }
  })
const switchByHand = fc
  .constantFrom(
    ...['read_file', 'write_file', 'edit_file', 'list_dir', 'run_command', 'clarify', 'web_fetch'],
    ...['search_skills', 'list_enabled_skills', ...connectorLookupTools.slice(0, 2)],
  )
  .map(plain)
const discover = fc
  .tuple(
    fc.constantFrom('enable_skill', 'disable_skill'),
    fc.constantFrom('open', 'reader', 'shell'),
  )
  .map(([name, skill_slug]): PlannedCall => ({ name, input: { skill_slug } }))
const readSkill = fc
  .constantFrom(...Object.keys(restrictedSkills))
  .map((name): PlannedCall => ({ name: 'read_skill_file', input: { name, path: 'SKILL.md' } }))
const realCalls = [
  ...['github get', 'github delete', 'github Delete', 'crm get', 'crm delete', 'crm Get'],
]
const oddCalls = ['github *', 'github ../get', 'github get__x', 'crm constructor', 'github__x get']
const forgedCalls = ['GitHub get', 'read_file get', 'constructor get', '* *', 'mcp__github get']
const connect = fc
  .constantFrom(...realCalls, ...realCalls, ...oddCalls, ...forgedCalls)
  .map((words): PlannedCall => {
    const [connector = '', tool = ''] = words.split(' ')
    return connectorCall(connector, tool)
  })
const forged = fc
  .constantFrom(
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Read', 'Bash', 'READ_FILE'],
    ...['read_file ', 'read_file(../x)', 'write_file\u0000', 'ｒead_file', 'run\u200b_command'],
    ...['mcp__github__get', 'mcp__github__*', 'use_skill()', 'Use_Skill', '*', 'rеad_file'],
  )
  .map(plain)
const anyAnswer: fc.Arbitrary<PlannedStep> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: useSkill },
    { weight: 4, arbitrary: load },
    { weight: 6, arbitrary: switchByHand },
    { weight: 4, arbitrary: connect },
    { weight: 1, arbitrary: discover },
    { weight: 1, arbitrary: readSkill },
    { weight: 2, arbitrary: forged },
  ),
  { minLength: 1, maxLength: 3 },
)
/** Loads a skill, then makes calls that its list is about. */
const fittingAnswer: fc.Arbitrary<PlannedStep> = fc
  .constantFrom(...Object.entries(restrictedSkills))
  .chain(([slug, { permits }]) =>
    fc
      .constantFrom(...(permits ?? []), 'list_dir', 'mcp__github__get', 'mcp__crm__get')
      .map((name): PlannedStep => {
        const [, connector, tool] = name.split('__')
        const second = connector ? connectorCall(connector, tool || 'get') : plain(name)
        return [{ name: 'use_skill', input: { name: slug, task: 'fork 1' } }, second]
      }),
  )
const answer = fc.oneof(anyAnswer, fittingAnswer)
const before = fc.array(
  fc.array(
    fc.record({
      by: fc.constantFrom('activate' as const, 'deactivate' as const, 'preload' as const),
      slug: fc.constantFrom(...slugs),
    }),
    { maxLength: 2 },
  ),
  { maxLength: 3 },
)
const turns = fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
})
const forks = fc.array(fc.array(answer, { maxLength: 3 }), { minLength: 6, maxLength: 6 })
const crashPointLists = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 120 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { maxLength: 4 },
)

describe('the boundary of allowed tools', () => {
  const plans = fc.record({ before, turns, forks, subAgents: fc.boolean() })

  it('D7: no sequence of calls, forks, approvals, crashes and forged names bypasses the list in force', async () => {
    await fc.assert(
      fc.asyncProperty(plans, crashPointLists, async (plan, crashPoints) => {
        const { log, sideEffects } = await playPlan(plan, { crashPoints, sha256 })
        expect(allowlistViolations(log, sideEffects)).toEqual([])
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it('D7: these sequences cover every case that a list can allow or refuse', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(plans, crashPointLists, async (plan, crashPoints) => {
        const { log } = await playPlan(plan, { crashPoints, sha256 })
        for (const { event } of log) seen.add(event.type)
        for (const { call, refusedBy, permitted, skill, name } of checkCalls(log)) {
          seen.add(`${refusedBy ?? 'ok'}${permitted ? '' : '!'}`)
          if (refusedBy === null) seen.add(`${skill}: ${name}`).add(`called ${call.name}`)
          else for (const slug of (skill ?? '').split('+')) seen.add(`${slug}: no ${name}`)
        }
      }),
      { numRuns: 300, seed: 20_261_126 },
    )
    const expected = [
      ...['ok', 'tool.not-allowed!', 'tool.unknown', 'tool.unknown!', 'connector.not-found'],
      ...['approval-resolved', 'run-resumed', 'fork-started', 'skill-used', 'run-completed'],
      ...['null: write_file', 'null: list_dir', 'reader: read_file', 'reader: no write_file'],
      ...['writer: edit_file', 'writer: clarify', 'writer: no run_command', 'shell: run_command'],
      ...['fooled: no read_file', 'fooled: no write_file', 'fooled: use_skill'],
      ...['hub: mcp__github__get', 'hub: no mcp__crm__get', 'getter: mcp__crm__get'],
      ...['getter: no mcp__github__get', 'getter: mcp__github__Delete', 'getter: no read_file'],
      ...[
        'finder: search_skills',
        'finder: list_enabled_skills',
        'finder: no read_file',
        'apart: read_file',
      ],
      ...['apart: no list_dir', 'null: run_command', 'skills-preloaded', 'called activate_skill'],
      ...['called activate_skills', 'called read_skill', 'called enable_skill'],
      ...['called tool_invoke', 'reader+shell: run_command', 'pusher: no run_command'],
    ]
    expect(expected.filter((one) => !seen.has(one))).toEqual([])
  }, 120_000)
})
