import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import { sampleAgent } from '../../testing/sample-agent.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { switchSkill } from '../conversation/switch-skill.ts'
import { discovery } from '../toolsets/discovery/discovery.ts'
import { library } from '../toolsets/library/library.ts'
import { packages } from '../toolsets/packages/packages.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { routed } from '../toolsets/routed/routed.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const window = 20_000
/** About 9,000 tokens. */
const large = 'word '.repeat(6_300)

async function conversation(...toolsets: readonly string[]) {
  const calls: { name: string; input: JsonObject }[] = []
  const model = createScriptedModel(({ messages }) => {
    const next = messages.at(-1)?.role === 'user' ? calls.shift() : undefined
    return next ? { toolCalls: [{ id: `c${messages.length}`, ...next }] } : { text: 'Done.' }
  })
  const harness = await createAgentHarness({
    ...{ sha256, model: { ...model, contextTokens: window } },
    toolsets: [discovery, library, portable, packages, routed],
    skills: [
      ...['one', 'two', 'three'].map((slug) => sampleContent(slug, `${slug} ${large}`)),
      sampleContent('huge', 'word '.repeat(20_000)),
    ],
    settings: { skillsMaxPromptChars: 1_000_000 },
    agent: (skills) =>
      sampleAgent({
        toolsets: toolsets.length > 0 ? toolsets : ['discovery', 'library', 'portable', 'packages'],
        skillIds: skills.map(({ id }) => id),
      }),
  })
  const say = async (name?: string, input: JsonObject = {}) => {
    if (name) calls.push({ name, input })
    await harness.work(await harness.say('Go.'), { fresh: true })
    return (await harness.eventTypes()).at(-1)
  }
  const turn = (slug: string, to: 'active' | 'inactive') => {
    const { tenant: store, clock, principal, conversationId } = harness
    const request = { principal, conversationId, slug, to, traceId: '0'.repeat(32) } as const
    return switchSkill(
      { store, clock, environment: bareEnvironment, contextTokens: window },
      request,
    )
  }
  const drop = (slug: string) => turn(slug, 'inactive')
  const activate = (slug: string) => turn(slug, 'active')
  return { harness, model, say, drop, activate }
}

describe('a conversation that skills fill', () => {
  it.each([
    ['enable_skill', { skill_slug: 'huge' }],
    ['use_skill', { name: 'huge' }],
    ['read_skill', { name: 'huge' }],
    ['activate_skill', { skill_name: 'huge' }],
  ])(
    'A4, C7: %s refuses a skill that the model’s window cannot hold, with the figures',
    async (name, input) => {
      const { harness, say } = await conversation()
      expect(await say(name, input as never)).toBe('run-completed')
      expect(await harness.lastOutcome()).toMatchObject({
        problem: {
          code: 'skill.exceeds-context',
          details: { tokens: expect.any(Number), limit_tokens: 12_000, window_tokens: window },
        },
      })
    },
  )

  it.each([
    ['use_skill', 'name'],
    ['enable_skill', 'skill_slug'],
  ])('C7: goes on after a person drops a skill that %s loaded', async (tool, field) => {
    const { harness, say, drop } = await conversation()
    for (const slug of ['one', 'two']) await say(tool, { [field]: slug })
    const full = await say(tool, { [field]: 'three' })
    const last = full === 'run-failed' ? full : await say()
    expect(last).toBe('run-failed')
    const [failed] = (await harness.all('run-failed')).slice(-1)
    expect(failed?.problem).toMatchObject({
      code: 'context.full',
      hint: expect.stringMatching(/Drop a skill whose text takes room: \w+ \(\d+\)/),
      details: { skills: expect.arrayContaining([expect.objectContaining({ slug: 'one' })]) },
    })
    await drop('one')
    await drop('two')
    expect(await say()).toBe('run-completed')
  })

  it('E4, C7: activate_skills refuses it, too', async () => {
    const { harness, say } = await conversation('routed')
    await say('activate_skills', { ids: ['huge'] })
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'skill.exceeds-context' },
    })
    await say('activate_skills', { ids: ['one', 'huge'] })
    expect(await harness.lastOutcome()).toMatchObject({
      output: { active: ['one'], not_loaded: [{ id: 'huge', code: 'skill.exceeds-context' }] },
    })
  })

  it('C7: a person’s own activation is refused by the same rule', async () => {
    const { activate } = await conversation()
    await expect(activate('huge')).rejects.toMatchObject({
      problem: { code: 'skill.exceeds-context', details: { limit_tokens: 12_000 } },
    })
  })

  it.each([
    ['use_skill', { name: 'one' }],
    ['activate_skill', { skill_name: 'one' }],
    ['read_skill', { name: 'one' }],
  ])(
    'C7: the agent itself drops a text that %s gave it, and learns what that frees',
    async (tool, input) => {
      const { harness, model, say } = await conversation()
      await say(tool, input as never)
      await say('disable_skill', { skill_slug: 'one' })
      expect(await harness.lastOutcome()).toMatchObject({
        status: 'ok',
        output: { status: 'dropped', skill: 'one', freed_tokens: expect.any(Number) },
      })
      await say()
      const { messages } = model.requests.at(-1) ?? { messages: [] }
      expect(JSON.stringify(messages)).not.toContain('word word')
      await say('disable_skill', { skill_slug: 'one' })
      expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'session.not-active' } })
    },
  )

  it('C7: a dropped text is no longer counted as given, so it can be loaded again', async () => {
    const { harness, say, drop } = await conversation()
    await say('activate_skill', { skill_name: 'one' })
    await drop('one')
    await say('activate_skill', { skill_name: 'one' })
    expect(JSON.stringify(await harness.lastOutcome())).toContain('word word')
  })

  it('A8: nobody drops a skill of somebody else’s conversation, or one that was never given', async () => {
    const { harness, say, drop } = await conversation()
    await say('use_skill', { name: 'one' })
    await expect(drop('two')).rejects.toMatchObject({ problem: { code: 'session.not-active' } })
    const { tenant: store, clock, conversationId } = harness
    const principal = { ...harness.principal, userId: 'usr_2' as never }
    const request = {
      principal,
      conversationId,
      slug: 'one',
      to: 'inactive',
      traceId: '0'.repeat(32),
    } as const
    await expect(
      switchSkill({ store, clock, environment: bareEnvironment, contextTokens: window }, request),
    ).rejects.toMatchObject({ problem: { code: 'conversation.not-found' } })
  })
})
