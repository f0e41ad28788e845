import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import {
  activate,
  bodiesOf,
  catalogueOf,
  createRoutedHarness,
  outcomes,
  requestAt,
  routedRunner,
  sized,
} from '../../testing/routed-harness.ts'
import { createScriptedModel, resultsSinceUserMessage } from '../../testing/scripted-model.ts'
import { switchSkill } from '../conversation/switch-skill.ts'
import { useSkill } from '../toolsets/portable/use-skill.ts'
import { routed } from '../toolsets/routed/routed.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const play = routedRunner(sha256)

describe('activate_skills', () => {
  const samples = [sized('one', 100), sized('two', 100), sized('three', 100)]

  it('E4: a new call replaces the previous set, in the order of its ids', async () => {
    const calls = [activate('a', ['one', 'two']), activate('b', ['three', 'one'])]
    const { model, harness } = await play(calls, { samples })
    expect(bodiesOf(requestAt(model, 1))).toEqual([])
    expect(bodiesOf(requestAt(model, 2))).toEqual(['one', 'two'])
    expect(bodiesOf(requestAt(model, 3))).toEqual(['three', 'one'])
    expect(await outcomes(harness)).toMatchObject([
      ['activate_skills', { active: ['one', 'two'], unloaded: [] }],
      ['activate_skills', { active: ['three', 'one'], unloaded: ['two'] }],
    ])
  })

  it('E4: with no ids it unloads all; no skill is always active', async () => {
    const { model } = await play([activate('a', ['one']), activate('b', [])], { samples })
    expect(bodiesOf(requestAt(model, 3))).toEqual([])
    expect(catalogueOf(requestAt(model, 3))).not.toContain('(active')
  })

  it('E4: reports unknown ids one by one, and loads the others', async () => {
    const { harness, model } = await play([activate('a', ['nobody', 'one', 'one'])], { samples })
    expect(bodiesOf(requestAt(model, 2))).toEqual(['one'])
    expect((await outcomes(harness))[0]).toMatchObject([
      'activate_skills',
      { active: ['one'], not_loaded: [{ id: 'nobody', code: 'skill.not-found' }] },
    ])
  })

  it('E1: finds a skill whose name has dots by that name, and by its slug', async () => {
    const dotted = [sized('minara.core', 100), sized('one', 100)]
    const calls = [activate('a', ['minara.core', 'one']), activate('b', ['minara-core'])]
    const { model, harness } = await play(calls, { samples: dotted })
    expect(bodiesOf(requestAt(model, 2))).toEqual(['minara.core', 'one'])
    expect(bodiesOf(requestAt(model, 3))).toEqual(['minara.core'])
    expect((await outcomes(harness))[0]).toMatchObject([
      'activate_skills',
      { active: ['minara-core', 'one'] },
    ])
  })

  it('E1: an exact slug with dots comes before a slug made from the name', async () => {
    const both = [sized('exact', 100, 'slug: minara.core'), sized('minara-core', 100)]
    const { model } = await play([activate('a', ['minara.core'])], { samples: both })
    expect(bodiesOf(requestAt(model, 2))).toEqual(['exact'])
  })

  it('E4: keeps the loaded set when no id of a call can be loaded', async () => {
    const calls = [activate('a', ['one']), activate('b', ['nobody'])]
    const { harness, model } = await play(calls, { samples })
    expect((await outcomes(harness))[1]).toEqual(['activate_skills', 'skill.not-found'])
    expect(bodiesOf(requestAt(model, 3))).toEqual(['one'])
  })

  it.each(['prompt-user', 'admin-only'] as const)(
    'E4: never makes a request, whatever the policy (%s), confirmed or not',
    async (skillEnablementPolicy) => {
      const { harness, model } = await play([activate('a', ['one'], { confirmed: false })], {
        ...{ samples, role: 'member' },
        settings: { skillEnablementPolicy },
      })
      expect(await harness.eventTypes()).not.toContain('approval-required')
      expect(bodiesOf(requestAt(model, 2))).toEqual(['one'])
    },
  )

  it('E4: loads neither disabled nor human-only skills', async () => {
    const { harness } = await play([activate('a', ['one', 'off', 'manual'])], {
      samples: [
        ...samples,
        { ...sized('off', 10), enabled: false },
        sized('manual', 10, 'disable-model-invocation: true'),
      ],
    })
    expect((await outcomes(harness))[0]).toMatchObject([
      'activate_skills',
      { active: ['one'], not_loaded: [{ id: 'off' }, { id: 'manual' }] },
    ])
  })

  it('D6: another person’s own skill does not exist', async () => {
    const theirs = { kind: 'user', userId: 'usr_other' as never } as const
    const { harness } = await play([activate('a', ['theirs'])], {
      samples: [{ ...sized('theirs', 10), scope: theirs }],
    })
    expect(await outcomes(harness)).toEqual([['activate_skills', 'skill.not-found']])
  })
})

describe('the taint of a run', () => {
  it('D6: includes a skill that was loaded and replaced again', async () => {
    const samples = [sized('external', 40), sized('other', 40)]
    const calls = [activate('a', ['external']), activate('b', ['other']), activate('c', [])]
    const { harness } = await play(calls, { samples })
    const { foldTaint } = await import('../session/taint.ts')
    const { skills } = foldTaint(await harness.log())
    const ids = await Promise.all(
      ['external', 'other'].map(
        async (slug) =>
          (await harness.tenant.skills.findBySlug(harness.principal.userId, slug))?.id,
      ),
    )
    expect(skills.toSorted()).toEqual(ids.toSorted())
  })
})

describe('with changes by a person, and sub-agents', () => {
  it('A4, E5: a skill loaded by a person is not refused for its size, and shed like the others', async () => {
    const samples = [
      sized('one', 9_000, 'routing: {priority: 20}'),
      sized('two', 9_000, 'routing: {priority: 10}'),
    ]
    const { harness, model } = await play([activate('a', ['one'])], { samples })
    const { tenant, clock, principal, conversationId } = harness
    const state = await switchSkill(
      { store: tenant, clock, environment: bareEnvironment, contextTokens: 128_000 },
      { principal, conversationId, slug: 'two', to: 'active', traceId: '0'.repeat(32) },
    )
    expect(state).toMatchObject({ budgetUsedChars: 18_000, budgetMaxChars: 12_000 })
    await harness.work(await harness.say('go on'), { fresh: true })
    expect(bodiesOf(requestAt(model, 3))).toEqual(['two'])
    expect(await harness.all('skill-bodies-shed')).toMatchObject([{ skills: [{ slug: 'one' }] }])
  })

  it('D6: a sub-agent loads nothing, directly or through tool_invoke, and sees no catalogue', async () => {
    const model = createScriptedModel((request) => {
      const done = resultsSinceUserMessage(request)
      if (request.system.some((block) => block.includes('You are a sub-agent'))) {
        const invoked = { tool: 'activate_skills', arguments: { ids: ['one'] } }
        const calls = [activate('f', ['one']), { id: 'g', name: 'tool_invoke', input: invoked }]
        const next = calls[done]
        return next ? { toolCalls: [next] } : { text: 'Done apart.' }
      }
      const use = { id: 'u', name: 'use_skill', input: { name: 'apart', task: 'Do it.' } }
      return done === 0 ? { toolCalls: [use] } : { text: 'Done.' }
    })
    const harness = await createRoutedHarness({
      ...{ model, sha256, samples: [sized('one', 10), sized('apart', 20, 'context: fork')] },
      toolsets: [routed, { name: 'apart', instructions: '', tools: [useSkill] }],
    })
    await harness.work(await harness.say('buy'), { fresh: true })
    const refused = (await harness.all('tool-completed')).filter(({ fork }) => fork !== undefined)
    expect(refused.map(({ outcome }) => 'problem' in outcome && outcome.problem.code)).toEqual([
      'tool.not-in-sub-agent',
      'tool.not-in-sub-agent',
    ])
    const apart = model.requests.filter(({ system }) =>
      system.join().includes('You are a sub-agent'),
    )
    expect(apart.map(catalogueOf)).toEqual(['', '', ''])
    expect(await harness.all('skills-state-changed')).toEqual([])
  })
})
