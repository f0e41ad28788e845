import { createHash } from 'node:crypto'
import { countCharacters } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillArrival } from '../../domain/skill.ts'
import type { Store } from '../../ports/store.ts'
import { type AgentHarnessOptions, createAgentHarness } from '../../testing/agent-harness.ts'
import { indexedRouting } from '../../testing/routed-harness.ts'
import { sampleAgent } from '../../testing/sample-agent.ts'
import { sampleArrival } from '../../testing/sample-skills.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { library } from '../toolsets/library/library.ts'
import { packages } from '../toolsets/packages/packages.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { routed } from '../toolsets/routed/routed.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const slugOf = (index: number) => `skill-${String(index).padStart(3, '0')}`

function many(count: number): readonly SkillArrival[] {
  return Array.from({ length: count }, (_, index) => {
    const arrival = sampleArrival(slugOf(index), 'Do it so.')
    const facts = { ...arrival.facts, description: `What ${index} is for. `.repeat(20) }
    return { ...arrival, facts }
  })
}

async function conversation(options: Partial<AgentHarnessOptions>) {
  const model = createCallingModel()
  const harness = await createAgentHarness({ model, sha256, toolsets: [portable], ...options })
  const say = async (text: string) => {
    await harness.work(await harness.say(text), { fresh: true })
    return model.requests.at(-1)?.system.join('\n\n') ?? ''
  }
  return { harness, model, say }
}

const lineOf = (system: string, index: number) =>
  system.split('\n').find((line) => line.startsWith(`- ${slugOf(index)}`)) ?? ''

describe('which skills the lists of a prompt describe', () => {
  it('D4: a skill that a message asks for has its description from then on, in the same bytes', async () => {
    const routing = (store: Store) => indexedRouting(store)
    const { say, harness } = await conversation({ skills: many(450), routing })
    const first = await say('Hello.')
    expect(lineOf(first, 444)).toBe(`- ${slugOf(444)}`)
    const second = await say(`What does ${slugOf(444)} do?`)
    expect(lineOf(second, 444)).toContain('What 444')
    expect(await say(`And ${slugOf(444)} again?`)).toBe(second)
    expect(await say('Thanks.')).toBe(second)
    const recorded = (await harness.all('step-started')).filter(({ listOrder }) => listOrder)
    expect(recorded).toHaveLength(2)
  })

  it('D4: the most used skills keep their descriptions, over all steps and turns', async () => {
    const { harness, say } = await conversation({ skills: many(450) })
    const { tenant, principal, clock } = harness
    const used = await tenant.skills.findBySlug(principal.userId, slugOf(440))
    const other = { ...(await tenant.conversations.get(principal.userId, harness.conversationId))! }
    const elsewhere = { ...other, id: 'cnv_2' as typeof other.id, headSeq: 0 }
    await tenant.conversations.create(elsewhere)
    const batch = { expectedSeq: 0, runId: null, traceId: '0'.repeat(32), events: [] }
    await tenant.conversations.append(
      'cnv_2' as never,
      { ...batch, skillsUsed: [used!.id] },
      clock.now(),
    )
    const first = await say('Hello.')
    expect(lineOf(first, 440)).toContain('What 440')
    expect(await say('And now?')).toBe(first)
  })

  it('D4: the setting bounds the list', async () => {
    const { say } = await conversation({
      skills: many(100),
      settings: { skillListMaxChars: 3_000 },
    })
    const system = await say('Hello.')
    const block = /<available_skills>\n([\s\S]*)\n<\/available_skills>/.exec(system)?.[1] ?? ''
    expect(countCharacters(block)).toBeLessThanOrEqual(3_000)
    expect(countCharacters(block)).toBeGreaterThan(2_500)
  })
})

describe('lists of several toolsets in one prompt', () => {
  it('B2, C1, D4, E2: name each skill at most once, whichever toolsets are combined', async () => {
    const toolsets = fc.shuffledSubarray([library, packages, portable, routed], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(toolsets, fc.nat({ max: 6 }), async (some, attached) => {
        const { say } = await conversation({
          skills: many(6),
          toolsets: some,
          routing: (store) => indexedRouting(store),
          agent: (saved) =>
            sampleAgent({
              toolsets: some.map(({ name }) => name),
              skillIds: saved.slice(0, attached).map(({ id }) => id),
            }),
        })
        const system = await say('Do skill-001.')
        const named = system.split('\n').flatMap((line) => /^- (skill-\d+)/.exec(line)?.[1] ?? [])
        expect(new Set(named).size).toBe(named.length)
        const lists = some.includes(library) || some.includes(portable)
        if (lists && !some.includes(routed)) expect(named).toHaveLength(6)
      }),
      { numRuns: 40 },
    )
  })
})
