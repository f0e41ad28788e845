import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { switchSkill } from '../conversation/switch-skill.ts'

it('D9: a skill in the prompt counts as used by every run', async () => {
  const model = createScriptedModel(() => ({ text: 'Done.' }))
  const harness = await createAgentHarness({
    model,
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    skills: [sampleContent('deploy', 'Do it so.'), sampleContent('other', 'Not this.')],
  })
  const { tenant, principal, conversationId, clock } = harness
  const change = { principal, conversationId, traceId: '0'.repeat(32), slug: 'deploy' }
  await switchSkill(
    { store: tenant, clock, environment: bareEnvironment, contextTokens: 128_000 },
    { ...change, to: 'active' },
  )
  for (const text of ['First.', 'Second.']) {
    clock.advance(1000)
    await harness.work(await harness.say(text), { fresh: true })
  }
  const read = (slug: string) => tenant.skills.findBySlug(principal.userId, slug)
  expect(await read('deploy')).toMatchObject({ useCount: 3, lastUsedAt: clock.now(), version: 1 })
  expect(await read('other')).toMatchObject({ useCount: 0, lastUsedAt: null })
})

it('A4: a lowered budget counts from the next prompt on: the last activated leaves, and is named', async () => {
  const requests: (readonly string[])[] = []
  const model = createScriptedModel(({ system }) => {
    requests.push(system)
    return { text: 'Done.' }
  })
  const harness = await createAgentHarness({
    model,
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    skills: [sampleContent('deploy', 'D'.repeat(600)), sampleContent('other', 'O'.repeat(600))],
  })
  const { tenant, principal, conversationId, clock } = harness
  for (const slug of ['deploy', 'other']) {
    const change = {
      principal,
      conversationId,
      traceId: '0'.repeat(32),
      slug,
      to: 'active',
    } as const
    await switchSkill(
      { store: tenant, clock, environment: bareEnvironment, contextTokens: 128_000 },
      change,
    )
  }
  await harness.work(await harness.say('First.'), { fresh: true })
  const { settings, version } = await tenant.settings.get()
  await tenant.settings.put({ ...settings, skillsMaxPromptChars: 1_000 }, version)
  await harness.work(await harness.say('Second.'), { fresh: true })
  const bodies = requests.map((system) =>
    ['DDD', 'OOO'].filter((text) => system.join('').includes(text)),
  )
  expect(bodies).toEqual([['DDD', 'OOO'], ['DDD']])
  const [changed] = (await harness.all('skills-state-changed')).slice(-1)
  expect(changed).toMatchObject({
    state: { enabledSkills: [{ slug: 'deploy' }], budgetUsedChars: 600, budgetMaxChars: 1_000 },
    leftOverBudget: [{ slug: 'other' }],
  })
})

/** What is done to a skill between two turns, and what the event says of it. */
const fates = {
  kept: null,
  disabled: 'disabled',
  archived: 'archived',
  deleted: 'deleted',
  revoked: 'revoked',
} as const

it('a skill that is no longer available leaves with the next prompt, and the event says why', async () => {
  const fate = fc.constantFrom(...(Object.keys(fates) as (keyof typeof fates)[]))
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 4 }), async (chosen) => {
      const slugs = chosen.map((_, at) => `skill-${at}`)
      const harness = await createAgentHarness({
        model: createScriptedModel(() => ({ text: 'Done.' })),
        sha256: (data) => createHash('sha256').update(data).digest('hex'),
        skills: slugs.map((slug) => sampleContent(slug, `The text of ${slug}.`)),
      })
      const { tenant, principal, conversationId, clock } = harness
      const ports = { store: tenant, clock, environment: bareEnvironment, contextTokens: 128_000 }
      const request = { principal, conversationId, traceId: '0'.repeat(32), to: 'active' } as const
      for (const slug of slugs) await switchSkill(ports, { ...request, slug })
      const before = (await harness.all('skills-state-changed')).length
      for (const [at, name] of chosen.entries()) await befall(harness, slugs[at] ?? '', name)
      await harness.work(await harness.say('Go on.'), { fresh: true })
      const leaving = slugs.flatMap((slug, at) => {
        const reason = fates[chosen[at] ?? 'kept']
        return reason ? [{ slug, reason }] : []
      })
      const after = (await harness.all('skills-state-changed')).slice(before)
      expect(after.map(({ withdrawn = [] }) => withdrawn.map(named))).toEqual(
        leaving.length === 0 ? [] : [leaving],
      )
      expect(after.every(({ leftOverBudget }) => leftOverBudget === undefined)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

function named({ slug, reason }: { readonly slug: string; readonly reason: string }) {
  return { slug, reason }
}

async function befall(
  { tenant, principal }: Awaited<ReturnType<typeof createAgentHarness>>,
  slug: string,
  fate: keyof typeof fates,
): Promise<void> {
  const { userId } = principal
  const skill = await tenant.skills.findBySlug(userId, slug)
  if (!skill) throw new Error('there is no such skill')
  const { id, head } = skill
  if (fate === 'disabled') await tenant.skills.update(userId, id, { enabled: false })
  if (fate === 'archived') await tenant.skills.update(userId, id, { archived: true })
  if (fate === 'deleted') await tenant.skills.remove(userId, id)
  if (fate !== 'revoked') return
  const why = { severity: 'critical', reason: '', url: null, by: userId, at: 1 } as const
  await tenant.reviews.revoke({ digest: head.digest, ...why })
}
