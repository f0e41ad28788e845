import { isProblemError, type SkillId } from '@repertoire/core/base'
import { rolePermissions } from '@repertoire/core/domain'
import { createSkill, updateSkill } from '@repertoire/core/ingest'
import type { Store, TenantStore } from '@repertoire/core/ports'
import { judgeByWords, sampleServices } from '@repertoire/core/testing'
import { library, type ToolServices } from '@repertoire/core/use'
import { expect, test } from 'vitest'
import { sha256 } from './backends.ts'
import { checkedContent, own } from './checked-content.ts'
import { ann, forEveryStore } from './store-fixture.ts'

const editors = 50
const name = 'shared'

/** Makes one call of the toolset as the gate does after an approval. */
async function callTool(services: ToolServices, tool: string, input: Record<string, string>) {
  const bound = library.tools.find((one) => one.name === tool)?.bind(input)
  if (!bound?.ok) throw new Error(`${tool} takes no such input`)
  const planned = await bound.call.plan?.(services)
  if (!planned || 'code' in planned || planned.effect.kind !== 'act') {
    throw new Error('there was nothing to do')
  }
  return planned.effect.run(services)
}

/** Retries until no other writer was faster; a lost edit would be missing in the end. */
async function untilDone(attempt: (tries: number) => Promise<unknown>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      await attempt(tries)
      return tries
    } catch (error) {
      if (!isProblemError(error) || error.problem.code !== 'skill.stale') throw error
    }
  }
}

function agent(store: TenantStore, index: number): Promise<number> {
  return untilDone((tries) => {
    const services = sampleServices(store, {
      sha256,
      viewer: ann,
      ids: annAt(store, `agent${index}_${tries}`).deps.ids,
      callId: `agent_${index}_${tries}`,
      settings: { ...sampleServices(store).settings, agentSkillPolicy: 'save' },
    })
    const edit = { operation: 'append', content: `- ${index}\n` }
    return callTool(services, 'update_skill', { name, ...edit })
  })
}

/** Ann as the HTTP interface authenticates her. */
function annAt(store: TenantStore, who: string) {
  const { clock, tenantId, ids: usual } = sampleServices(store)
  const permissions = rolePermissions('member')
  const principal = { tenantId, userId: ann, role: 'member', permissions } as const
  let entries = 0
  const ids = { ...usual, next: (prefix: string) => `${prefix}_${who}_${++entries}` }
  return {
    deps: { store, clock, ids, sha256, judge: judgeByWords },
    actor: { principal, traceId: '0'.repeat(32) },
  }
}

function begin(store: TenantStore) {
  const { deps, actor } = annAt(store, 'begin')
  const content = `---\nname: ${name}\ndescription: Shared.\n---\n- begun\n`
  const request = { content, overrides: {}, scope: 'user', enabled: true, reason: '' } as const
  return createSkill(deps, actor, request)
}

function person(store: TenantStore, index: number): Promise<number> {
  const { deps, actor } = annAt(store, `person${index}`)
  return untilDone(async () => {
    const skill = await store.skills.findBySlug(ann, name)
    const content = skill && (await store.skills.content(ann, skill.id, skill.head.digest))
    if (!skill || !content) throw new Error('the skill is gone')
    await updateSkill(deps, actor, {
      id: skill.id,
      content: `${content.source}- ${index}\n`,
      overrides: {},
      reason: '',
      expectedVersion: skill.version,
    })
  })
}

async function bodies(store: TenantStore, id: SkillId): Promise<readonly string[]> {
  const revisions = (await store.skills.revisions(ann, id)).toReversed()
  return Promise.all(
    revisions.map(async ({ digest }) => {
      const content = await store.skills.content(ann, id, digest)
      if (!content) throw new Error('a revision is gone')
      return content.body
    }),
  )
}

forEveryStore('concurrent edits of one skill', (fixture) => {
  test('B3: of 50 agents and people no edit is lost or applied twice', async () => {
    const here = await fixture.tenant()
    const other: Store = fixture.kind.durable ? await fixture.openAnother() : fixture.store
    const there = other.tenant(here.tenantId)
    const skill = await begin(here)
    await Promise.all(
      Array.from({ length: editors }, (_, index) => {
        const store = index % 4 < 2 ? here : there
        return index % 2 === 0 ? agent(store, index) : person(store, index)
      }),
    )
    const history = await bodies(here, skill.id)
    const lines = history.at(-1)?.trim().split('\n') ?? []
    expect(lines.slice(1).sort()).toEqual(
      Array.from({ length: editors }, (_, index) => `- ${index}`).sort(),
    )
    const replayed = lines.map((_, index) => `${lines.slice(0, index + 1).join('\n')}\n`)
    expect(history).toEqual(replayed)
  }, 120_000)

  test('B3: a change is found by its idempotency key with its result, and by no other key', async () => {
    const { skills } = await fixture.tenant()
    const made = { ...checkedContent('a', { scope: own(ann) }), changeKey: 'cnv_1:run_1:x' }
    const [saved] = await skills.save([made], 'create')
    if (saved?.status !== 'created') throw new Error('it was not created')
    const { id: skillId, head } = saved.skill
    const change = (key: string) => ({ key, skillId, slug: 'a', number: 1, digest: head.digest })
    await skills.update(ann, skillId, { enabled: false, changeKey: 'cnv_1:run_2:x' })
    await skills.remove(ann, skillId, 2, 'cnv_1:run_2:y')
    expect(await skills.changesUnder('cnv_1')).toEqual([
      change('cnv_1:run_1:x'),
      change('cnv_1:run_2:x'),
      change('cnv_1:run_2:y'),
    ])
    expect(await skills.changesUnder('cnv_1:run_2')).toHaveLength(2)
    expect(await skills.changesUnder('cnv_1:run_1:x')).toEqual([change('cnv_1:run_1:x')])
    expect(await skills.changesUnder('cnv_')).toEqual([])
    expect(await skills.changesUnder('cnv_1:run')).toEqual([])
  })

  test('B3: a change under a known key is not applied and writes nothing', async () => {
    const { skills } = await fixture.tenant()
    const made = { ...checkedContent('a', { scope: own(ann) }), changeKey: 'k:1' }
    const [saved] = await skills.save([made], 'create')
    if (saved?.status !== 'created') throw new Error('it was not created')
    const { id } = saved.skill
    await expect(skills.save([{ ...made, slug: 'b' }], 'create')).rejects.toThrow()
    await expect(skills.update(ann, id, { enabled: false, changeKey: 'k:1' })).rejects.toThrow()
    await expect(skills.remove(ann, id, 1, 'k:1')).rejects.toThrow()
    expect(await skills.findBySlug(ann, 'b')).toBeNull()
    expect(await skills.get(ann, id)).toEqual(saved.skill)
  })
})
