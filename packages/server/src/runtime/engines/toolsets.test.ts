import type { UserId } from '@repertoire/core/base'
import { defaultSettings, toolsetPresets } from '@repertoire/core/domain'
import { createFixedClock, createInMemoryStore, sampleContent } from '@repertoire/core/testing'
import { knownToolsets, reservedToolNames } from '@repertoire/core/use'
import { describe, expect, it } from 'vitest'
import { selectedTools, usableToolsets } from './toolsets.ts'

const github = { name: 'github' }

describe('the toolsets of a turn', () => {
  it('work together in every combination: no tool name stands twice', () => {
    const names = knownToolsets.map(({ name }) => name)
    for (let mask = 1; mask < 1 << names.length; mask += 1) {
      const chosen = names.filter((_, index) => mask & (1 << index))
      const { descriptions } = selectedTools(knownToolsets, chosen)
      expect(new Set(descriptions.map(({ name }) => name)).size).toBe(descriptions.length)
    }
  })

  it('A3, B3: together, enable_skill is document A’s, and update_skill has the library’s switch', () => {
    const fieldsOf = (toolsets: readonly string[], name: string) =>
      Object.keys(selectedTools(knownToolsets, toolsets).find(name)?.inputSchema.properties ?? {})
    for (const both of [
      ['discovery', 'library'],
      ['library', 'discovery'],
    ]) {
      expect(fieldsOf(both, 'enable_skill')).toEqual(['skill_slug', 'reason'])
      expect(fieldsOf(both, 'update_skill')).toContain('enabled')
    }
    expect(fieldsOf(['library'], 'enable_skill')).toEqual(['name'])
    expect(fieldsOf(['library'], 'update_skill')).not.toContain('enabled')
  })

  it('have in every preset the tools that its document names', () => {
    const toolsOf = (preset: string) => {
      const { toolsets = [] } = toolsetPresets.find(({ name }) => name === preset) ?? {}
      return selectedTools(knownToolsets, toolsets).descriptions.map(({ name }) => name)
    }
    const discoveryTools = ['search_skills', 'enable_skill', 'list_enabled_skills', 'disable_skill']
    expect(toolsOf('default')).toEqual(
      expect.arrayContaining([
        ...discoveryTools,
        'read_skill_file',
        'run_skill_script',
        'save_skill',
      ]),
    )
    expect(toolsOf('budgeted')).toEqual(expect.arrayContaining(discoveryTools))
    expect(toolsOf('library')).toEqual(
      expect.arrayContaining([
        ...['create_skill', 'update_skill', 'delete_skill', 'list_skills', 'read_skill'],
        ...['enable_skill', 'disable_skill', 'run_sandbox_code', 'edit_system_prompt'],
      ]),
    )
    expect(toolsOf('portable')).toEqual(
      expect.arrayContaining(['use_skill', 'read_skill_file', 'save_skill']),
    )
    expect(toolsOf('routed')).toEqual(expect.arrayContaining(['activate_skills', 'tool_invoke']))
    for (const { toolsets } of toolsetPresets) {
      expect(knownToolsets.map(({ name }) => name)).toEqual(expect.arrayContaining([...toolsets]))
    }
    expect(defaultSettings.toolsets).toEqual(toolsetPresets[0]?.toolsets)
  })

  it('B5: have no tool name that an agent could give to an authored tool', async () => {
    const store = createInMemoryStore({ clock: createFixedClock() })
    const id = 'org_1' as never
    await store.directory.createTenant({ id, name: 'Acme', createdAt: 0 })
    await store.tenant(id).skills.save([sampleContent('postgres', '# Locks')], 'create')
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
    const { toolsets } = selectedTools(knownToolsets, [
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
      expect(selectedTools(knownToolsets, ['routed', other]).toolsets).toEqual(['routed', other])
    },
  )

  it('E4: brings its tools in every turn', () => {
    const { descriptions } = selectedTools(knownToolsets, ['routed'])
    expect(descriptions.map(({ name }) => name)).toEqual([
      'activate_skills',
      'tool_invoke',
      'clarify',
      'todo',
    ])
  })
})
