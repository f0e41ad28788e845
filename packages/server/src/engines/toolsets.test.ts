import { defaultSettings, reservedToolNames, type UserId } from '@repertoire/core'
import { createFixedClock, createInMemoryStore, sampleArrival } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { chosenTools, knownToolsets, usableToolsets } from './toolsets.ts'

const github = { name: 'github' }

describe('the toolsets of a turn', () => {
  it('have no tool name twice, all together', () => {
    const names = knownToolsets.map(({ name }) => name)
    for (const rival of ['discovery', 'library']) {
      const others = names.filter((name) => name !== rival)
      const { descriptions } = chosenTools(knownToolsets, others)
      expect(new Set(descriptions.map(({ name }) => name)).size).toBe(descriptions.length)
    }
  })

  it('B3: the toolsets that switch skills per conversation and in the library exclude each other', () => {
    expect(() => chosenTools(knownToolsets, ['discovery', 'library'])).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          code: 'tools.name-collision',
          details: { tool: 'enable_skill', toolsets: ['discovery', 'library'] },
        }),
      }),
    )
  })

  it('B5: have no tool name that an agent could give to an authored tool', async () => {
    const store = createInMemoryStore({ clock: createFixedClock() })
    const id = 'org_1' as never
    await store.directory.createTenant({ id, name: 'Acme', createdAt: 0 })
    await store.tenant(id).skills.save([sampleArrival('postgres', '# Locks')], 'create')
    const viewer = 'usr_1' as UserId
    const { items: attached } = await store.tenant(id).skills.list(viewer, {}, { limit: 1 })
    expect(attached).toHaveLength(1)
    const made = knownToolsets.flatMap(
      ({ toolsFor }) => toolsFor?.({ attached, authored: [] }) ?? [],
    )
    const reserved = reservedToolNames(knownToolsets)
    expect(made.map(({ name }) => name).filter((name) => !reserved.has(name))).toEqual([])
    expect(made.length).toBeGreaterThan(0)
  })

  it('are those the organisation chose, without duplicates and unknown names', () => {
    const { toolsets } = chosenTools(knownToolsets, [
      'person',
      'constructor',
      'discovery',
      'person',
    ])
    expect(toolsets).toEqual(['person', 'discovery'])
  })

  it('exclude those that could only refuse', () => {
    const all = { web: true, scripts: true, code: true, connectors: [github] }
    const of = (change: object, available: Partial<typeof all> = {}) =>
      usableToolsets({ ...defaultSettings, ...change }, { ...all, ...available })
    expect(of({})).not.toContain('web')
    expect(of({ webFetchEnabled: true })).toContain('web')
    expect(of({ webFetchEnabled: true }, { web: false })).not.toContain('web')
    expect(of({})).toContain('connectors')
    expect(of({ connectorAccess: { github: 'off' } })).not.toContain('connectors')
    expect(of({}, { connectors: [] })).not.toContain('connectors')
    const chosen = { toolsets: ['scripts', 'code', 'toolsmith'] }
    expect(of(chosen)).toEqual(['scripts', 'code', 'toolsmith'])
    expect(of(chosen, { scripts: false })).toEqual(['code', 'toolsmith'])
    expect(of(chosen, { code: false })).toEqual(['scripts'])
  })
})

describe('the routed toolset', () => {
  it.each(['workspace', 'person', 'web', 'connectors', 'scripts', 'observations', 'portable'])(
    'E4: is compatible with %s',
    (other) => {
      expect(chosenTools(knownToolsets, ['routed', other]).toolsets).toEqual(['routed', other])
    },
  )

  it('E4: brings its tools in every turn', () => {
    const { descriptions } = chosenTools(knownToolsets, ['routed'])
    expect(descriptions.map(({ name }) => name)).toEqual([
      'activate_skills',
      'tool_invoke',
      'clarify',
      'todo',
    ])
  })
})
