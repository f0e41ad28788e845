import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import type { ModelRequest } from '../../ports/model.ts'
import {
  activate,
  bodiesOf,
  catalogueOf,
  createRoutedHarness,
  requestAt,
  routedRunner,
  sized,
} from '../../testing/routed-harness.ts'
import { createScriptedModel, resultsSinceUserMessage } from '../../testing/scripted-model.ts'
import { defaultRunLimits } from './next-action.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const play = routedRunner(sha256)

describe('the body budget', () => {
  const samples = [
    sized('core', 5_000, 'metadata: {repertoire.priority: 10}'),
    sized('big', 6_000, 'metadata: {repertoire.priority: 50, repertoire.summary: In short.}'),
    sized('late', 4_000, 'metadata: {repertoire.priority: 90, repertoire.summary: Late it is.}'),
  ]
  const all = ['core', 'big', 'late']

  it('E5: sheds the lowest priority, tags it and shows its summary instead', async () => {
    const { model, harness } = await play([activate('a', all)], { samples })
    expect(bodiesOf(requestAt(model, 2))).toEqual(['core', 'big'])
    const catalogue = catalogueOf(requestAt(model, 2))
    expect(catalogue).toContain('- core (active): ')
    expect(catalogue).toMatch(
      /- late \(active, body shed\): About late\..*\n {2}Summary: Late it is\./,
    )
    expect(await harness.all('skill-bodies-shed')).toMatchObject([
      { skills: [{ slug: 'late' }], budgetChars: 12_000, usedChars: 11_000 },
    ])
    expect((await harness.all('skills-state-changed')).at(-1)?.state).toMatchObject({
      enabledSkills: [{ slug: 'core' }, { slug: 'big' }, { slug: 'late', bodyShed: true }],
      ...{ budgetUsedChars: 11_000, budgetMaxChars: 12_000 },
    })
  })

  it('E5: restores a body as soon as it fits, and logs it', async () => {
    const calls = [activate('a', all), activate('b', ['core', 'late'])]
    const { model, harness } = await play(calls, { samples })
    expect(bodiesOf(requestAt(model, 3))).toEqual(['core', 'late'])
    expect(await harness.all('skill-bodies-restored')).toMatchObject([
      { skills: [{ slug: 'late' }] },
    ])
  })

  it('E5: the budget is a setting', async () => {
    const { model } = await play([activate('a', all)], {
      samples,
      settings: { skillBodyBudgetChars: 5_500 },
    })
    expect(bodiesOf(requestAt(model, 2))).toEqual(['core'])
  })

  it('E5: tools of a shed skill stay callable', async () => {
    const samples = [sized('files', 9_000, 'routing: {tool_names: [list_dir]}')]
    const calls = [activate('a', ['files']), { id: 'l', name: 'list_dir', input: {} }]
    const { harness, model } = await play(calls, {
      samples,
      settings: { skillBodyBudgetChars: 1_000 },
    })
    expect(catalogueOf(requestAt(model, 2))).toContain('(active, body shed)')
    expect(catalogueOf(requestAt(model, 2))).toContain('  Tools: list_dir\n')
    expect((await harness.lastOutcome())?.status).toBe('ok')
  })

  it('D9: a skill with a shed body does not count as used again', async () => {
    const { harness } = await play([activate('a', all)], { samples })
    await harness.work(await harness.say('And now?'), { fresh: true })
    const used = async (slug: string) =>
      (await harness.tenant.skills.findBySlug(harness.principal.userId, slug))?.useCount
    expect([await used('core'), await used('late')]).toEqual([2, 1])
  })

  it('A4: another agent in the same conversation has all bodies back, under the cap', async () => {
    const { harness, model } = await play([activate('a', all)], { samples })
    const { tools } = harness.ports
    const runId = await harness.say('go on')
    await harness.work(runId, {
      ports: {
        tools: (names, material) =>
          tools(
            names.filter((name) => name !== 'routed'),
            material,
          ),
      },
    })
    expect(bodiesOf(model.requests.at(-1) as ModelRequest)).toEqual(all)
    expect((await harness.all('skills-state-changed')).at(-1)?.state.budgetMaxChars).toBe(16_000)
  })
})

describe('after compaction', () => {
  it('C7, E5: loaded, shed and listed skills are the same', async () => {
    const samples = [
      sized('core', 5_000, 'routing: {keywords: [buy], priority: 10}'),
      sized('late', 9_000, 'routing: {priority: 90, summary: Late it is.}'),
    ]
    const model = createScriptedModel((request) => {
      if (request.tools.length === 0) return { text: 'They spoke of buying.' }
      const turn = request.messages.filter(({ role }) => role === 'user').length
      return turn === 1 && resultsSinceUserMessage(request) === 0
        ? { toolCalls: [activate('a', ['core', 'late'])] }
        : { text: 'word '.repeat(400) }
    })
    const harness = await createRoutedHarness({ model, sha256, samples })
    const ports = {
      limits: { ...defaultRunLimits, context: { tokens: 6_000, compactAt: 0.8, compactTo: 0.5 } },
    }
    for (let turn = 0; turn < 8; turn += 1) {
      await harness.work(await harness.say(`buy ${'more '.repeat(200)}`), { fresh: true, ports })
    }
    expect(await harness.all('context-summarised')).not.toEqual([])
    expect(await harness.all('run-failed')).toEqual([])
    const last = model.requests.findLast(({ tools }) => tools.length > 0) as ModelRequest
    expect(bodiesOf(last)).toEqual(['core'])
    expect(catalogueOf(last)).toContain('- core (active): ')
    expect(catalogueOf(last)).toContain('  Summary: Late it is.')
    expect(await harness.all('skill-bodies-shed')).toHaveLength(1)
    expect(await harness.all('skills-routed')).toHaveLength(8)
  })
})
