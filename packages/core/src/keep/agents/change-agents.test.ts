import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { SkillId, TenantId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { AgentDraft } from '../../domain/agent.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { Role } from '../../domain/principal.ts'
import { createSkill } from '../../ingest/skills/create-skill.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { judgeByWords } from '../../testing/judge-by-words.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import { combineToolsets } from '../../use/tools/toolset.ts'
import { discovery } from '../../use/toolsets/discovery/discovery.ts'
import { packages } from '../../use/toolsets/packages/packages.ts'
import { portable } from '../../use/toolsets/portable/portable.ts'
import type { AgentDeps } from './agent-deps.ts'
import { createAgent } from './create-agent.ts'
import { removeAgent } from './remove-agent.ts'
import { updateAgent } from './update-agent.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const tenantId = 'ten_1' as TenantId
const twin = { ...discovery, name: 'twin', tools: discovery.tools.map((tool) => ({ ...tool })) }
const known = [discovery, portable, packages, twin]

async function organisation(role: Role = 'owner') {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const memory = createInMemoryStore({ clock, ids })
  await memory.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const store = memory.tenant(tenantId)
  const deps: AgentDeps = {
    ...{ store, clock, ids },
    choices: {
      toolsets: known.map(({ name }) => name),
      models: ['small', 'big'],
      checkToolsets: (names) =>
        void combineToolsets(known.filter(({ name }) => names.includes(name))),
    },
  }
  const principal = {
    ...{ tenantId, role },
    userId: 'usr_1' as UserId,
    permissions: rolePermissions(role),
  }
  const actor = { principal, traceId: '0'.repeat(32) }
  const skill = async (name: string, scope: 'org' | 'user' = 'org', more = '') => {
    const content = `---\nname: ${name}\ndescription: d\n${more}---\nBody.\n`
    const owner = { ...actor, principal: { ...principal, role: 'owner' as const } }
    const request = { content, scope, enabled: true, reason: '', overrides: {} }
    return (await createSkill({ ...deps, sha256, judge: judgeByWords }, owner, request)).id
  }
  return { deps, actor, skill, store, clock }
}

const draft: AgentDraft = {
  ...{ name: 'Data Agent', instruction: 'You analyse data.', modelId: null },
  ...{ toolsets: ['packages'], skillIds: [] },
}

async function refusal(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('It was not refused.')
}

describe('agents of an organisation', () => {
  it('C2: creates, updates and removes agents, with audit entries that name the user', async () => {
    const { deps, actor, skill, store, clock } = await organisation()
    const skillIds = [await skill('b'), await skill('a')]
    const made = await createAgent(deps, actor, { ...draft, skillIds, modelId: 'big' })
    expect(await store.agents.get(made.id)).toEqual(made)
    expect(made).toMatchObject({ skillIds, modelId: 'big', version: 1, createdBy: 'usr_1' })
    clock.advance(5)
    const change = { name: 'Other', skillIds: [...skillIds].reverse() }
    const changed = await updateAgent(deps, actor, { id: made.id, change, expectedVersion: 1 })
    expect(changed).toEqual({ ...made, ...change, version: 2, updatedAt: clock.now() })
    await removeAgent(deps, actor, { id: made.id, expectedVersion: 2 })
    expect(await store.agents.get(made.id)).toBeNull()
    const { items } = await store.audit.list({ target: made.id }, { limit: 9 })
    expect(items.map(({ action, actor: by }) => [action, by])).toEqual([
      ['agent-deleted', 'usr_1'],
      ['agent-updated', 'usr_1'],
      ['agent-created', 'usr_1'],
    ])
    expect(JSON.stringify(items)).not.toContain('You analyse')
  })

  it('C2: members and keys without agents.write change nothing', async () => {
    const owners = await organisation()
    const { id } = await createAgent(owners.deps, owners.actor, draft)
    const member = (await organisation('member')).actor
    const { principal } = owners.actor
    const narrow = { ...owners.actor, principal: { ...principal, permissions: ['skills.write'] } }
    for (const actor of [member, narrow as typeof member]) {
      const tries = [
        createAgent(owners.deps, actor, draft),
        updateAgent(owners.deps, actor, { id, change: { name: 'Mine' } }),
        removeAgent(owners.deps, actor, { id }),
      ]
      for (const attempt of tries) {
        expect((await refusal(attempt)).code).toBe('auth.permission-missing')
      }
    }
    expect(await owners.store.agents.list({ limit: 9 })).toMatchObject({ items: [{ version: 1 }] })
  })

  it('refuses a change based on a stale version', async () => {
    const { deps, actor } = await organisation()
    const { id } = await createAgent(deps, actor, draft)
    await updateAgent(deps, actor, { id, change: { name: 'New' } })
    const late = { id, change: { name: 'Late' }, expectedVersion: 1 }
    expect((await refusal(updateAgent(deps, actor, late))).code).toBe('agent.stale')
    const removal = removeAgent(deps, actor, { id, expectedVersion: 1 })
    expect((await refusal(removal)).code).toBe('agent.stale')
  })

  it.each<[string, Partial<AgentDraft>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['instruction', { instruction: 'x'.repeat(50_001) }],
    ['toolsets', { toolsets: ['packages', 'telepathy'] }],
    ['toolsets', { toolsets: ['portable', 'portable'] }],
    ['model_id', { modelId: 'model-instance-uuid' }],
  ])('refuses an invalid %s: %o', async (field, change) => {
    const { deps, actor } = await organisation()
    const problem = await refusal(createAgent(deps, actor, { ...draft, ...change }))
    expect(problem).toMatchObject({ code: 'agent.invalid', kind: 'invalid', details: { field } })
  })

  it('an agent with a deleted skill and an unavailable model can be renamed', async () => {
    const { deps, actor, skill, store } = await organisation()
    const gone = await skill('gone')
    const made = await createAgent(deps, actor, { ...draft, modelId: 'big', skillIds: [gone] })
    await store.skills.remove('usr_1' as UserId, gone)
    const choices = { ...deps.choices, models: ['small'] }
    const request = { id: made.id, change: { name: 'New' } }
    expect(await updateAgent({ ...deps, choices }, actor, request)).toMatchObject({ name: 'New' })
    const again = { id: made.id, change: { skillIds: [gone] } }
    expect((await refusal(updateAgent(deps, actor, again))).code).toBe('agent.skill-not-attachable')
  })

  it('refuses toolsets with colliding tool names', async () => {
    const { deps, actor } = await organisation()
    const toolsets = ['discovery', 'twin']
    const problem = await refusal(createAgent(deps, actor, { ...draft, toolsets }))
    expect(problem.code).toBe('tools.name-collision')
  })

  it('C2: attaches only skills of the organisation that a model may activate', async () => {
    const { deps, actor, skill } = await organisation()
    const org = await skill('org')
    const cases: readonly [readonly SkillId[], string][] = [
      [[org, 'skl_none' as SkillId], 'no such skill'],
      [[await skill('mine', 'user')], 'is your own skill'],
      [
        [await skill('people', 'org', 'disable-model-invocation: true\n')],
        'only be activated by people',
      ],
    ]
    for (const [skillIds, why] of cases) {
      const problem = await refusal(createAgent(deps, actor, { ...draft, skillIds }))
      expect(problem).toMatchObject({ code: 'agent.skill-not-attachable', kind: 'invalid' })
      expect(problem.message).toContain(why)
    }
    const twice = await refusal(createAgent(deps, actor, { ...draft, skillIds: [org, org] }))
    expect(twice).toMatchObject({ code: 'agent.invalid', details: { field: 'skill_ids' } })
  })
})
