import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { ModelRequest } from '../../ports/model.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { type CrashPoint, workThroughCrashes } from '../../testing/crash-injection.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { createScriptedModel, type ScriptedAnswer } from '../../testing/scripted-model.ts'
import { person } from '../toolsets/person.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { workspace } from '../toolsets/workspace/workspace.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Skills as written for other agents: with their names of tools and their layout. */
const report = ingestedPackage(
  {
    frontmatter: `name: weekly-report
description: Writes the weekly report.
allowed-tools: Read, Write, Glob
model: inherit`,
    body: 'Read references/template.md and write report.md.\n',
    files: { 'references/template.md': '## Shipped\n' },
  },
  sha256,
)
const count = ingestedPackage(
  {
    frontmatter:
      'name: count-words\ndescription: Counts words.\ncontext: fork\nallowed-tools: Read',
  },
  sha256,
)

const step = (id: string, name: string, input: JsonObject): ScriptedAnswer => ({
  toolCalls: [{ id, name, input } satisfies ToolCall],
})

const lesson = {
  name: 'count-report',
  description: 'Counts the report.',
  instructions: 'Count it.',
}
const main: readonly ScriptedAnswer[] = [
  step('m1', 'use_skill', { name: 'weekly-report' }),
  step('m2', 'read_skill_file', { name: 'weekly-report', path: 'references/template.md' }),
  step('m3', 'write_file', { path: 'report.md', content: '## Shipped\nTwo.\n' }),
  step('m4', 'todo', { items: [{ text: 'Send it', status: 'open' }] }),
  step('m5', 'edit_file', { path: 'report.md', old: 'Two', new: 'Three' }),
  step('m6', 'use_skill', { name: 'count-words', task: 'Count report.md.' }),
  step('m7', 'save_skill', lesson),
  { text: 'Written and counted.' },
  step('n1', 'save_skill', lesson),
  { text: 'Kept.' },
]
const fork: readonly ScriptedAnswer[] = [
  step('f1', 'write_file', { path: 'count.md', content: '3' }),
  step('f2', 'read_file', { path: 'report.md' }),
  { text: 'Three words.' },
]

const inFork = ({ system }: ModelRequest) => system.some((block) => block.startsWith('<skill '))

async function setUp(): Promise<AgentHarness> {
  const model = createScriptedModel((request) => {
    const said = request.messages.filter(({ role }) => role === 'assistant').length
    return (inFork(request) ? fork : main)[said] ?? { text: 'Nothing more.' }
  })
  const toolsets = [portable, workspace, person]
  return createAgentHarness({ model, sha256, toolsets, skills: [report, count] })
}

async function expectCompleteLog(harness: AgentHarness): Promise<void> {
  const completed = await harness.all('tool-completed')
  expect(
    completed.map(({ callId, outcome }) => [
      callId,
      outcome.status === 'ok' ? 'ok' : outcome.problem.code,
    ]),
  ).toEqual([
    ...[
      ['m1', 'ok'],
      ['m2', 'ok'],
      ['m3', 'ok'],
    ],
    ...[
      ['m4', 'tool.not-allowed'],
      ['m5', 'tool.not-allowed'],
    ],
    ...[
      ['f1', 'tool.not-allowed'],
      ['f2', 'ok'],
      ['m6', 'ok'],
    ],
    ...[
      ['m7', 'tool.not-allowed'],
      ['n1', 'ok'],
    ],
  ])
  expect(completed.find(({ callId }) => callId === 'm6')?.outcome).toMatchObject({
    output: { result: 'Three words.' },
  })
  const { userId } = harness.principal
  const files = await harness.tenant.workspace.list(userId, harness.conversationId)
  expect(files.map(({ path }) => path)).toEqual(['report.md'])
  const used = await harness.tenant.skills.findBySlug(userId, 'weekly-report')
  expect(used?.useCount).toBe(1)
  const { items } = await harness.tenant.reviews.list(
    { audience: 'server', kinds: ['proposal', 'offer'] },
    { limit: 5 },
  )
  expect(items).toMatchObject([{ slug: 'count-report', state: 'held' }])
  expect(await harness.all('run-completed')).toMatchObject([
    { text: 'Written and counted.' },
    { text: 'Kept.' },
  ])
}

/** Plays both turns; returns the number of port calls of each. */
async function play(
  first: readonly CrashPoint[],
  second: readonly CrashPoint[],
): Promise<[number, number]> {
  const harness = await setUp()
  const calls: [number, number] = [
    await workThroughCrashes(harness, await harness.say('Write the report.'), first),
    await workThroughCrashes(harness, await harness.say('Keep how you did it.'), second),
  ]
  await expectCompleteLog(harness)
  return calls
}

describe('a conversation with skills written for other agents', () => {
  it('D5, D6, D7: files, restrictions, the sub-agent and saved skills follow the skills’ text', async () => {
    const [first, second] = await play([], [])
    expect(first).toBeGreaterThan(100)
    expect(second).toBeGreaterThan(10)
  })

  it.each(['before', 'after'] as const)(
    'D5, D6, D7: and give the same when the process crashes %s any one port call',
    async (when) => {
      const [first, second] = await play([], [])
      for (let at = 1; at <= first; at += 1) await play([{ at, when }], [])
      for (let at = 1; at <= second; at += 1) await play([], [{ at, when }])
    },
    60_000,
  )
})
