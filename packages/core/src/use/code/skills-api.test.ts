import { beforeEach, describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings, type OrganisationSettings } from '../../domain/settings.ts'
import type { Skill } from '../../domain/skill.ts'
import type { Store } from '../../ports/store.ts'
import { createFixedClock, createInMemoryStore, sampleServices } from '../../testing/index.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { activeSkillOf } from '../session/active-skill.ts'
import type { ToolServices } from '../tools/tool.ts'
import { createSkillsApi } from './skills-api.ts'

const ada = 'usr_1' as UserId
const bob = 'usr_2' as UserId
const ofUser = (userId: UserId) => ({ scope: { kind: 'user', userId } }) as const

let store: Store
const tenant = () => store.tenant('org_1' as TenantId)

beforeEach(async () => {
  store = createInMemoryStore({ clock: createFixedClock() })
  for (const id of ['org_1', 'org_2'] as TenantId[])
    await store.directory.createTenant({ id, name: id, createdAt: 0 })
  const arrivals = [
    sampleContent('reports', '# Reports\n', { tags: ['finance'], name: 'Reports' }),
    sampleContent('deploy', '# Deploy\n', { tags: ['devops'] }),
    sampleContent('off', '# Off\n', { enabled: false }),
    sampleContent('people-only', '# P\n', { frontmatter: { 'disable-model-invocation': true } }),
    sampleContent('mine', '# Mine\n', ofUser(ada)),
    sampleContent('deploy', '# My way\n', { ...ofUser(ada), tags: ['devops'] }),
    sampleContent('theirs', '# Theirs\n', ofUser(bob)),
  ]
  await tenant().skills.save(arrivals, 'create')
  await store.tenant('org_2' as TenantId).skills.save([sampleContent('foreign', '# F\n')], 'create')
})

const apiOf = (change: Partial<ToolServices> = {}) =>
  createSkillsApi(sampleServices(tenant(), change))

async function ask(api: ReturnType<typeof apiOf>, name: string, ...args: JsonValue[]) {
  const call = api.host[name]
  if (!call) throw new Error(name)
  try {
    return await call(args)
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
}

const namesFor = async (change: Partial<ToolServices>, ...args: JsonValue[]) =>
  ((await ask(apiOf(change), 'skills.list', ...args)) as { name: string }[]).map(({ name }) => name)

describe('the library as code sees it', () => {
  it('B4: skills.list and skills.read answer in document B’s shape, and nothing else exists', async () => {
    const api = apiOf()
    expect(Object.keys(api.host)).toEqual(['skills.list', 'skills.read'])
    expect(await ask(api, 'skills.list', 'finance')).toEqual([
      { name: 'reports', title: 'Reports', description: 'About reports.', tags: ['finance'] },
    ])
    expect(await ask(api, 'skills.read', 'reports')).toEqual({
      ...{ name: 'reports', title: 'Reports', description: 'About reports.', tags: ['finance'] },
      content: '# Reports\n',
    })
  })

  it('B4: contains only skills that this person’s agent may use: own before shared, enabled, of this organisation', async () => {
    expect(await namesFor({})).toEqual(['deploy', 'mine', 'reports'])
    expect(await namesFor({ viewer: bob })).toEqual(['deploy', 'reports', 'theirs'])
    expect(await ask(apiOf(), 'skills.read', 'deploy')).toMatchObject({ content: '# My way\n' })
    const closed = { off: 'skill.disabled', theirs: 'skill.not-found', foreign: 'skill.not-found' }
    for (const [name, code] of Object.entries({ ...closed, 'people-only': 'skill.not-found' }))
      expect([name, await ask(apiOf(), 'skills.read', name)]).toEqual([name, code])
  })

  it('B4: the person’s own skill hides the shared one, also when it is disabled', async () => {
    const own = (await tenant().skills.findBySlug(ada, 'deploy')) as Skill
    await tenant().skills.update(ada, own.id, { enabled: false })
    expect(await namesFor({})).toEqual(['mine', 'reports'])
    expect(await ask(apiOf(), 'skills.read', 'deploy')).toBe('skill.disabled')
  })

  it('B4: records each revision that was read once, and no refused one', async () => {
    const api = apiOf()
    for (const name of ['reports', 'mine', 'reports', 'off', 'theirs'])
      await ask(api, 'skills.read', name)
    expect(api.readSkills().map(({ slug }) => slug)).toEqual(['reports', 'mine'])
    for (const one of api.readSkills())
      expect(Object.keys(one).toSorted()).toEqual(['digest', 'name', 'skillId', 'slug'])
  })

  it('B4: reading changes nothing', async () => {
    const before = await tenant().skills.list(ada, {}, { limit: 50 })
    const api = apiOf()
    await ask(api, 'skills.list')
    await ask(api, 'skills.read', 'reports')
    expect(await tenant().skills.list(ada, {}, { limit: 50 })).toEqual(before)
  })

  it('B4: refuses arguments of the wrong type', async () => {
    for (const wrong of [1, {}, ['a'], true])
      expect(await ask(apiOf(), 'skills.list', wrong)).toBe('code.bad-argument')
    for (const wrong of [1, {}, null]) {
      expect(await ask(apiOf(), 'skills.read', wrong)).toBe('code.bad-argument')
    }
    expect(await ask(apiOf(), 'skills.read')).toBe('code.bad-argument')
    for (const name of ['__proto__', 'constructor', '../x', ''])
      expect(await ask(apiOf(), 'skills.read', name)).toBe('skill.not-found')
  })
})

describe('the library under policies', () => {
  const under = (policy: OrganisationSettings['skillEnablementPolicy']) => ({
    settings: { ...defaultSettings, skillEnablementPolicy: policy },
  })

  it('A7: where people approve skills, code reads only approved revisions', async () => {
    const strict = under('prompt-user')
    expect(await ask(apiOf(strict), 'skills.read', 'reports')).toBe('code.skill-not-approved')
    const reports = (await tenant().skills.findBySlug(ada, 'reports')) as Skill
    const session = { ...emptySession, active: [activeSkillOf(reports)] }
    expect(await ask(apiOf({ ...strict, session }), 'skills.read', 'reports')).toMatchObject({
      content: '# Reports\n',
    })
    await tenant().skills.save([sampleContent('reports', '# New\n')], 'upsert')
    expect(await ask(apiOf({ ...strict, session }), 'skills.read', 'reports')).toBe(
      'code.skill-not-approved',
    )
  })

  it('A7: where only admins may enable skills, a member’s code sees none', async () => {
    const strict = under('admin-only')
    expect(await namesFor(strict)).toEqual([])
    expect(await ask(apiOf(strict), 'skills.read', 'reports')).toBe('code.skill-not-approved')
  })

  it('A13: a credential without skills.read reads none by code', async () => {
    const permissions = rolePermissions('member').filter((one) => one !== 'skills.read')
    const principal = { ...sampleServices(tenant()).principal, permissions }
    expect(await namesFor({ principal })).toEqual([])
    expect(await ask(apiOf({ principal }), 'skills.read', 'reports')).toBe(
      'auth.permission-missing',
    )
  })
})
