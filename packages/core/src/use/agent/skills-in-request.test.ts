import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createCallingModel, createScriptedModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'
import type { Toolset } from '../tools/toolset.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const postgres = sampleContent('postgres', '# Check locks')
const report = sampleContent('report', '# Report')
const other = sampleContent('other', '# Other')

/** Gives a skill's text as a result, as `use_skill` does, or has a sub-agent carry it out. */
const giving: Toolset = {
  name: 'giving',
  instructions: 'Use them.',
  tools: (['give', 'carry_out'] as const).map((name) =>
    defineTool({
      name,
      description: 'Takes a skill.',
      input: z.strictObject({ slug: z.string() }),
      permission: 'skills.read',
      policy: 'none',
      answersFrom: 'services',
      bind: ({ slug }) => ({
        skillSlug: null,
        reason: '',
        effect: {
          kind: 'record',
          run: async ({ store, viewer }) => {
            const found = await store.skills.findBySlug(viewer, slug)
            if (!found) throw new Error(`There is no ${slug}.`)
            const skill = { skillId: found.id, digest: found.head.digest, slug, name: slug }
            return name === 'give'
              ? { output: { text: slug }, events: [{ type: 'skill-used', skill }] }
              : { fork: { skill, allowedTools: [], task: 'This week.' } }
          },
        },
      }),
    }),
  ),
}

it('E9: each model call names the revisions in its prompt, from the call after a skill came', async () => {
  const enable = { skill_slug: 'postgres', reason: 'It is slow.' }
  const model = createCallingModel({ id: 'e', name: 'enable_skill', input: enable })
  const harness = await createAgentHarness({ model, sha256, skills: [postgres, other] })
  await harness.work(await harness.say('slow'))
  const [first, second] = await harness.all('step-started')
  expect(first).not.toHaveProperty('skills')
  expect(second?.skills).toMatchObject([{ slug: 'postgres', digest: postgres.facts.digest }])
})

it('E9: names those whose texts stand in results, once each; a sub-agent has its own skill alone', async () => {
  const call = (id: string, name: string, slug: string) => ({ id, name, input: { slug } })
  const answers = [
    { toolCalls: [call('a', 'carry_out', 'other')] },
    { text: 'Carried out.' },
    { toolCalls: [call('b', 'give', 'report'), call('c', 'give', 'report')] },
  ]
  const model = createScriptedModel(() => answers.shift() ?? { text: 'Done.' })
  const harness = await createAgentHarness({
    ...{ model, sha256, toolsets: [giving] },
    skills: [report, other],
  })
  await harness.work(await harness.say('the week'))
  const calls = await harness.all('step-started')
  expect(calls.map(({ fork, skills }) => [fork, skills?.map(({ digest }) => digest)])).toEqual([
    [undefined, undefined],
    [expect.any(String), [other.facts.digest]],
    [undefined, undefined],
    [undefined, [report.facts.digest]],
  ])
})
