import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../base/errors.ts'
import type { ConversationId, SourceId, TraceId } from '../../../base/ids.ts'
import type { ToolCall } from '../../../domain/events.ts'
import { emptySession } from '../../../domain/session-state.ts'
import type { OrganisationSettings } from '../../../domain/settings.ts'
import type { TriggerContext } from '../../../domain/trigger-context.ts'
import type { FoundSkill, SkillRegistryClient } from '../../../ports/skill-registry-client.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import { ingestedPackage } from '../../../testing/ingested-package.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { pinnedSkills } from '../../conversation/pinned-skills.ts'
import type { Toolset } from '../../tools/toolset.ts'
import { discovery } from '../discovery/discovery.ts'
import { library } from '../library/library.ts'
import { packages } from '../packages/packages.ts'
import { portable } from '../portable/portable.ts'
import { web } from '../web.ts'
import { registrySkills } from './registry.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const source = 'acme/runbooks/triage'
const trigger: TriggerContext = {
  ...{ source: 'webhook', signalId: 'sig_1', asset: null, severity: 'info', preloadSkills: [] },
  ...{ suggestedStages: [], operatorAuthored: true, traceId: '0'.repeat(32) as TraceId },
}
const search: ToolCall = { id: 's', name: 'search_skills_registry', input: { query: 'postgres' } }
const fetch = (id = 'f'): ToolCall => ({ id, name: 'fetch_registry_skill', input: { source } })
const disable: ToolCall = { id: 'd', name: 'disable_skill', input: { skill_slug: 'triage' } }

function found(change: { body?: string; verdict?: FoundSkill['trust']['scan']['verdict'] } = {}) {
  const { body = 'Look at the locks.\n', verdict = 'clean' } = change
  const { facts } = ingestedPackage(
    { frontmatter: 'name: triage\ndescription: Triage.', body },
    sha256,
  )
  const skill: FoundSkill = {
    ...{ facts, body, slugs: ['triage', 'acme-triage'] },
    place: {
      ...{ sourceId: 'src_1' as SourceId, registry: 'skills.sh' },
      ...{ id: source, url: 'https://skills.sh/x' },
    },
    permissions: { tools: [], hooks: [], scripts: [], hosts: [], env: [] },
    trust: {
      scan: { ruleset: 'one', verdict, findings: [], unscanned: [] },
      licence: { status: 'known', expression: 'MIT', evidence: [] },
      ...{ licenceDecision: 'allowed', licenceReason: '' },
      signature: { status: 'unsigned', signer: null, detail: '' },
      isSignatureRequired: false,
    },
  }
  return skill
}

async function setUp(
  calls: readonly ToolCall[],
  {
    settings = {},
    answers = [found()],
    role = 'owner',
    own = [],
    beside = [discovery, web],
    trigger,
  }: {
    trigger?: TriggerContext
    own?: readonly string[]
    beside?: readonly Toolset[]
    settings?: Partial<OrganisationSettings>
    answers?: readonly FoundSkill[]
    role?: 'owner' | 'member'
  } = {},
) {
  const model = createCallingModel(...calls)
  let fetches = 0
  const finder: SkillRegistryClient = {
    search: async () => [
      {
        ...{ id: source, slug: 'triage', name: 'Triage', description: 'Triage.', installs: 9 },
        ...{ source: 'acme/runbooks', url: null },
      },
    ],
    fetch: async () => {
      const answer = answers[Math.min(fetches, answers.length - 1)]
      fetches += 1
      if (!answer)
        throw new ProblemError({ code: 'registry.not-found', kind: 'not-found', message: '' })
      return answer
    },
  }
  const harness = await createAgentHarness({
    ...{ model, sha256, role, toolsets: [...beside, registrySkills] },
    registry: finder,
    skills: own.map((name) =>
      ingestedPackage({ frontmatter: `name: ${name}\ndescription: Ours.`, body: 'Ours.' }, sha256),
    ),
    settings: { skillsDynamicSearchEnabled: true, webFetchEnabled: true, ...settings },
  })
  const run = await harness.say('Help.', trigger)
  await harness.work(run, { fresh: true })
  const prompt = () => JSON.stringify(model.requests.at(-1)?.system)
  return { harness, model, run, prompt, fetches: () => fetches }
}

describe('A11: a skill of a registry in a conversation', () => {
  it('has its tools only while the setting is on', async () => {
    const named = async (skillsDynamicSearchEnabled: boolean) => {
      const { model } = await setUp([], { settings: { skillsDynamicSearchEnabled } })
      return model.requests[0]?.tools.map(({ name }) => name)
    }
    expect(await named(true)).toContain('fetch_registry_skill')
    expect(await named(false)).not.toContain('fetch_registry_skill')
  })

  it('is searched, asked about with what is known of it, and joins this conversation alone', async () => {
    const { harness, run, prompt } = await setUp([search, fetch()])
    const [asked] = await harness.all('approval-required')
    expect(asked?.subject).toMatchObject({
      ...{ slug: 'triage', fetched: { registry: 'skills.sh', id: source, verdict: 'clean' } },
    })
    await harness.answer(true)
    await harness.work(run)
    expect((await harness.lastOutcome())?.status).toBe('ok')
    expect(prompt()).toContain('from=\\"an outside skill, from skills.sh: acme/runbooks/triage\\"')
    expect(prompt()).toContain('Look at the locks.')
    const { items } = await harness.tenant.skills.list(harness.principal.userId, {}, { limit: 9 })
    expect(items).toEqual([])
  })

  it('stays in a resumed conversation, is not in a new one, and goes with disable_skill', async () => {
    const settings = { skillsDynamicSearchPolicy: 'auto' } as const
    const { harness, model, prompt } = await setUp([fetch()], { settings })
    await harness.work(await harness.say('Go on.'), { fresh: false })
    expect(prompt()).toContain('Look at the locks.')
    const { tenant, principal } = harness
    const other = {
      ...{ id: 'cnv_2' as ConversationId, userId: principal.userId, title: '', agentId: null },
      ...{ session: emptySession, headSeq: 0, createdAt: 0, updatedAt: 0 },
    }
    await tenant.conversations.create(other)
    const second = harness.in({ conversationId: other.id, userId: principal.userId })
    const before = model.requests.length
    await second.work(await second.say('Hello.'), { fresh: true })
    expect(JSON.stringify(model.requests[before])).not.toContain('Look at the locks.')
    const gone = await setUp([fetch(), disable], { settings })
    expect(gone.prompt()).not.toContain('Look at the locks.')
  })

  it.each([
    ['library', library],
    ['portable', portable],
    ['packages', packages],
  ])(
    'goes with drop_skill and frees its budget, for an agent with the tools of %s',
    async (_name, toolset) => {
      const drop: ToolCall = { id: 'd', name: 'drop_skill', input: { name: 'triage' } }
      const settings = { skillsDynamicSearchPolicy: 'auto' } as const
      const { harness, prompt } = await setUp([fetch(), drop], { settings, beside: [toolset] })
      expect(await harness.lastOutcome()).toMatchObject({
        ...{ status: 'ok', output: { status: 'dropped', skill: 'triage', budget_used_chars: 0 } },
      })
      expect(prompt()).not.toContain('Look at the locks.')
    },
  )

  it('A2, A11: leaves the conversation when its content is revoked, and says so', async () => {
    const settings = { skillsDynamicSearchPolicy: 'auto' } as const
    const { harness, prompt } = await setUp([fetch()], { settings })
    expect(prompt()).toContain('Look at the locks.')
    const { tenant, principal, conversationId } = harness
    const { digest } = found().facts
    await tenant.reviews.revoke({
      ...{ digest, severity: 'critical', reason: 'It does harm.', url: null, by: null, at: 1 },
    })
    const conversation = await tenant.conversations.get(principal.userId, conversationId)
    expect(await pinnedSkills(tenant, conversation!)).toMatchObject([{ withdrawn: 'revoked' }])
    await harness.work(await harness.say('Go on.'), { ports: { model: createCallingModel() } })
    const after = createCallingModel()
    await harness.work(await harness.say('And now?'), { ports: { model: after } })
    expect(JSON.stringify(after.requests)).not.toContain('Look at the locks.')
    const [left] = (await harness.all('skills-state-changed')).flatMap((one) => one.withdrawn ?? [])
    expect(left).toMatchObject({ slug: 'triage', reason: 'revoked' })
  })

  it('counts against the same budget', async () => {
    const settings = { skillsDynamicSearchPolicy: 'auto', skillsMaxPromptChars: 5 } as const
    const { harness } = await setUp([fetch()], { settings })
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'session.over-budget' } })
  })

  it('is scanned before anybody is asked: what is blocked is refused, whatever the policy', async () => {
    for (const skillsDynamicSearchPolicy of ['auto', 'prompt-user'] as const) {
      const { harness } = await setUp([fetch()], {
        ...{ settings: { skillsDynamicSearchPolicy }, answers: [found({ verdict: 'blocked' })] },
      })
      expect(await harness.all('approval-required')).toEqual([])
      expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'arrival.blocked' } })
    }
  })

  it('never takes the name of a skill of the library', async () => {
    const settings = { skillsDynamicSearchPolicy: 'auto' } as const
    const named = async (slugs: readonly string[], own: readonly string[]) => {
      const { harness } = await setUp([fetch()], {
        ...{ settings, own, answers: [{ ...found(), slugs }] },
      })
      const outcome = await harness.lastOutcome()
      return outcome?.status === 'ok' ? outcome.output : outcome?.problem.code
    }
    expect(await named(['triage', 'acme-triage'], [])).toMatchObject({ skill: 'triage' })
    expect(await named(['triage', 'acme-triage'], ['triage'])).toMatchObject({
      skill: 'acme-triage',
    })
    expect(await named(['triage'], ['triage'])).toBe('registry.slug-taken')
  })

  it('is what was approved: another content under the same name is stale', async () => {
    const answers = [found(), found({ body: 'Send all.\n' })]
    const { harness, run } = await setUp([fetch()], { answers })
    await harness.answer(true)
    await harness.work(run)
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.stale' } })
  })

  it('is asked about whatever the policy, where the scan found something', async () => {
    const settings = { skillsDynamicSearchPolicy: 'auto' } as const
    const answers = [found({ verdict: 'review' })]
    const { harness } = await setUp([fetch()], { settings, answers })
    expect((await harness.all('approval-required')).length).toBe(1)
    expect(await harness.all('registry-skill-fetched')).toEqual([])
  })

  it('is for owners and admins alone where the policy says so', async () => {
    const settings = { skillsDynamicSearchPolicy: 'admin-only' } as const
    const { harness } = await setUp([fetch()], { settings, role: 'member' })
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'policy.admin-only' } })
    expect(await harness.all('registry-skill-fetched')).toEqual([])
  })

  it('is untrusted text: from then on each request to the web is asked', async () => {
    const page = { id: 'w', name: 'web_fetch', input: { url: 'https://a.example/' } }
    for (const before of [search, fetch()]) {
      const settings = { skillsDynamicSearchPolicy: 'auto' } as const
      const { harness } = await setUp([before, page], { settings })
      expect((await harness.all('approval-required')).map(({ callId }) => callId)).toEqual(['w'])
    }
  })

  describe('is not fetched before the gate lets the call through', () => {
    const auto = { skillsDynamicSearchPolicy: 'auto' } as const
    const manual = { toolTiers: { fetch_registry_skill: 'MANUAL_ONLY' } } as const

    it.each([
      [
        'policy.admin-only',
        { role: 'member', settings: { skillsDynamicSearchPolicy: 'admin-only' } },
      ],
      ['tool.manual-only', { trigger, settings: { ...auto, ...manual } }],
      ['egress.not-listed', { trigger, settings: auto }],
    ] as const)('%s', async (code, options) => {
      const { harness, fetches } = await setUp([fetch()], options)
      expect(await harness.lastOutcome()).toMatchObject({ problem: { code } })
      expect(fetches()).toBe(0)
    })

    it('but asked for first, where its tier says so', async () => {
      const { harness, run, fetches } = await setUp([fetch()], {
        settings: { ...auto, ...manual },
      })
      const [asked] = await harness.all('approval-required')
      expect([asked?.approvalType, fetches()]).toEqual(['tool_call', 0])
      await harness.answer(true)
      await harness.work(run)
      expect((await harness.lastOutcome())?.status).toBe('ok')
      expect(fetches()).toBe(1)
    })

    it('and not again after a no', async () => {
      const { harness, run, fetches } = await setUp([fetch()])
      await harness.answer(false)
      await harness.work(run)
      expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.denied' } })
      expect(fetches()).toBe(1)
    })
  })
})
