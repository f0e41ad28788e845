import { createHash } from 'node:crypto'
import { countCharacters } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckedContent } from '../../domain/skill.ts'
import type { Store } from '../../ports/store.ts'
import {
  type AgentHarness,
  type AgentHarnessOptions,
  createAgentHarness,
} from '../../testing/agent-harness.ts'
import { indexedRouting } from '../../testing/routed-harness.ts'
import { sampleAgent } from '../../testing/sample-agent.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { library } from '../toolsets/library/library.ts'
import { packages } from '../toolsets/packages/packages.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { routed } from '../toolsets/routed/routed.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const slugOf = (index: number) => `skill-${String(index).padStart(3, '0')}`

function many(count: number): readonly CheckedContent[] {
  return Array.from({ length: count }, (_, index) => {
    const arrival = sampleContent(slugOf(index), 'Do it so.')
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

/** Another conversation uses these skills. */
async function useElsewhere(harness: AgentHarness, indexes: readonly number[]): Promise<void> {
  const { tenant, principal, clock, conversationId } = harness
  const found = indexes.map((index) => tenant.skills.findBySlug(principal.userId, slugOf(index)))
  const skillsUsed = (await Promise.all(found)).flatMap((skill) => (skill ? [skill.id] : []))
  const other = await tenant.conversations.get(principal.userId, conversationId)
  if (!other) throw new Error('the conversation is there')
  const id = 'cnv_2' as typeof other.id
  await tenant.conversations.create({ ...other, id, headSeq: 0 })
  const batch = { expectedSeq: 0, runId: null, traceId: '0'.repeat(32), events: [], skillsUsed }
  await tenant.conversations.append(id, batch, clock.now())
}

/** A list of 100 skills in which the forty most used leave no description to others. */
async function crowded(options: Partial<AgentHarnessOptions> = {}) {
  const skills = many(100)
  const settings = { skillListMaxChars: 3_000 }
  const routing = (store: Store) => indexedRouting(store)
  const some = await conversation({ skills, settings, routing, ...options })
  await useElsewhere(
    some.harness,
    Array.from({ length: 40 }, (_, index) => index),
  )
  return some
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
    await useElsewhere(harness, [440])
    const first = await say('Hello.')
    expect(lineOf(first, 440)).toContain('What 440')
    expect(await say('And now?')).toBe(first)
  })

  it('D4: what the first message speaks of comes before what is used most', async () => {
    const { say } = await crowded()
    const first = await say(`Use ${slugOf(90)}, ${slugOf(95)}, ${slugOf(97)}, ${slugOf(99)}.`)
    for (const index of [90, 95, 97, 99]) expect(lineOf(first, index)).toContain(`What ${index}`)
    expect(lineOf(first, 0)).toContain('What 0')
    expect(lineOf(first, 39)).toBe(`- ${slugOf(39)}`)
    expect(await say('Thanks.')).toBe(first)
  })

  it('D4: so does what a later message speaks of, at the cost of the least used', async () => {
    const { say } = await crowded()
    const first = await say('Hello.')
    expect(lineOf(first, 97)).toBe(`- ${slugOf(97)}`)
    const second = await say(`Now ${slugOf(97)}.`)
    expect(lineOf(second, 97)).toContain('What 97')
    expect(await say('Thanks.')).toBe(second)
  })

  it('D4: the skills of the agent come before both', async () => {
    const { say } = await crowded({
      agent: (saved) =>
        sampleAgent({ toolsets: ['portable'], skillIds: saved.slice(60, 80).map(({ id }) => id) }),
    })
    const first = await say(`Use ${slugOf(97)}.`)
    for (const index of [60, 70, 79, 97]) expect(lineOf(first, index)).toContain(`What ${index}`)
    expect(lineOf(first, 39)).toBe(`- ${slugOf(39)}`)
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
