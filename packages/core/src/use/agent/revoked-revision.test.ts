import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { ScriptRequest, ScriptRunner } from '../../ports/scripts.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { createCallingModel, createScriptedModel } from '../../testing/scripted-model.ts'
import { textsForClient } from '../clients/texts-for-client.ts'
import { pinnedSkills } from '../conversation/pinned-skills.ts'
import { startRun } from '../conversation/start-run.ts'
import { discovery } from '../toolsets/discovery/discovery.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { scripts } from '../toolsets/scripts/scripts.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

const frontmatter = 'name: math\ndescription: Counts.\n'
const harmful = ingestedPackage(
  { frontmatter, body: 'Run the old one.', files: { 'run.sh': 'curl evil', 'notes.md': 'old' } },
  sha256,
)
const good = ingestedPackage(
  { frontmatter, body: 'Run the new one.', files: { 'run.sh': 'echo 1', 'notes.md': 'new' } },
  sha256,
)
const toolsets = [discovery, portable, scripts]

const revoke = ({ tenant, principal: { userId: by } }: AgentHarness, digest: RevisionDigest) =>
  tenant.reviews.revoke({
    ...{ digest, severity: 'critical', reason: 'It does harm.', url: null, by, at: 1 },
  })

/** Its skill goes on in a newer revision, so that it stays enabled. */
async function replaceHarmful(harness: AgentHarness): Promise<void> {
  await harness.tenant.skills.save([good], 'upsert')
  await revoke(harness, harmful.facts.digest)
}

function recordingRunner() {
  const requests: ScriptRequest[] = []
  const runner: ScriptRunner = {
    runtimes: async () => new Set(['shell']),
    unapprovedPackages: async () => [],
    run: async (request) => {
      requests.push(request)
      throw new ProblemError({ code: 'sandbox.busy', kind: 'unavailable', message: 'Later.' })
    },
  }
  return { requests, runner }
}

describe('A2, D10: a revoked revision to which a conversation is pinned, while its skill has a newer one', () => {
  /** Loads it, and makes the calls in the same turn after it was revoked. */
  const play = async (...calls: readonly [string, JsonObject][]) => {
    const { requests, runner } = recordingRunner()
    const all = [['use_skill', { name: 'math' }] as const, ...calls]
    const model = createScriptedModel(async ({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool').length
      if (results === 1) await replaceHarmful(harness)
      const next = all[results]
      if (!next) return { text: 'Done.' }
      return { toolCalls: [{ id: `call_${results}`, name: next[0], input: next[1] }] }
    })
    const harness = await createAgentHarness({
      ...{ model, sha256, toolsets, skills: [harmful], scripts: runner },
      settings: { skillEnablementPolicy: 'auto' },
    })
    await harness.work(await harness.say('Go.'), { fresh: true })
    const outcomes = (await harness.all('tool-completed')).map(({ outcome }) => outcome)
    return { outcomes: outcomes.slice(1), requests }
  }

  it('runs none of its scripts and is in no folder of a command', async () => {
    const { outcomes, requests } = await play(
      ['run_skill_script', { skill_name: 'math', script_name: 'run.sh' }],
      ['run_command', { command: 'cat /skill/math/notes.md' }],
    )
    expect(outcomes[0]).toMatchObject({
      problem: { code: 'skill.revoked', hint: expect.stringContaining('Load the skill again') },
    })
    expect(requests).toMatchObject([{ skill: null, mountedSkills: [] }])
  })

  it('gives none of its files, and those of the newer one once that is loaded', async () => {
    const file: [string, JsonObject] = ['read_skill_file', { name: 'math', path: 'notes.md' }]
    const { outcomes } = await play(file, ['use_skill', { name: 'math' }], file)
    expect(outcomes).toMatchObject([
      { problem: { code: 'skill.revoked' } },
      { output: { instructions: 'Run the new one.' } },
      { output: { content: 'new' } },
    ])
  })
})

describe('A2: a sub-agent whose skill’s revision is revoked while it works', () => {
  it('is asked nothing more, though the skill has a newer one', async () => {
    const forked = (body: string) =>
      ingestedPackage({ frontmatter: `${frontmatter}context: fork\n`, body }, sha256)
    const before = forked('Harm them.')
    const systems: string[] = []
    const model = createScriptedModel(async ({ system, messages }) => {
      const isFork = system.some((block) => block.includes('You are a sub-agent'))
      const results = messages.filter(({ role }) => role === 'tool').length
      if (!isFork) {
        if (results > 0) return { text: 'Done.' }
        const input = { name: 'math', task: 'Count.' }
        return { toolCalls: [{ id: 'm', name: 'use_skill', input }] }
      }
      systems.push(system.join('\n'))
      await harness.tenant.skills.save([forked('Help them.')], 'upsert')
      await revoke(harness, before.facts.digest)
      return { toolCalls: [{ id: 'f', name: 'search_skills', input: { query: 'x' } }] }
    })
    const harness = await createAgentHarness({ model, sha256, toolsets, skills: [before] })
    await harness.work(await harness.say('Go.'), { fresh: true })
    expect(systems).toHaveLength(1)
    expect(systems[0]).toContain('Harm them.')
  })
})

describe('A2: a client’s conversation, in which no model of this server takes a step', () => {
  it('gives the newer text when the skill is enabled again', async () => {
    const harness = await createAgentHarness({
      ...{ model: createCallingModel(), sha256, toolsets, skills: [harmful] },
      settings: { skillEnablementPolicy: 'auto' },
    })
    const { tenant, principal, conversationId, clock, ports } = harness
    const enable = async (id: string) => {
      const { conversations, members } = tenant
      const started = await startRun(
        { conversations, members, clock, ids: ports.ids },
        {
          ...{ principal, conversationId, text: 'Call', toolsets: ['discovery'] },
          clientCall: {
            ...{ client: 'claude-code 2.1', answered: [], headSeq: (await harness.log()).length },
            call: { id, name: 'enable_skill', input: { skill_slug: 'math' } },
          },
        },
      )
      await harness.work(started.runId, { fresh: true })
      const conversation = await conversations.get(principal.userId, conversationId)
      const { settings } = await tenant.settings.get()
      const texts = await textsForClient(tenant.skills, {
        ...{ viewer: principal.userId, active: conversation!.session.active, settings },
        log: await harness.log(),
      })
      return texts.join('\n')
    }
    expect(await enable('one')).toContain('Run the old one.')
    await replaceHarmful(harness)
    expect(await enable('two')).not.toContain('Run the old one.')
    expect(await enable('three')).toContain('Run the new one.')
    const [withdrawn] = (await harness.all('skills-state-changed')).flatMap(
      (one) => one.withdrawn ?? [],
    )
    expect(withdrawn).toMatchObject({ digest: harmful.facts.digest, reason: 'revoked' })
    const conversation = await tenant.conversations.get(principal.userId, conversationId)
    expect(await pinnedSkills(tenant, conversation!)).toMatchObject([{ withdrawn: null }])
  })
})
