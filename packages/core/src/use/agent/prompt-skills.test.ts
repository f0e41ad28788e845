import { createHash } from 'node:crypto'
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
