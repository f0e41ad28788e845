import { defaultSettings } from '@repertoire/core'
import { describe, expect, it } from 'vitest'
import { chosenTools, knownToolsets, usableToolsets } from './toolsets.ts'

const github = { name: 'github' }

describe('the toolsets of a turn', () => {
  it('all known ones together have no name twice', () => {
    const names = knownToolsets.map(({ name }) => name)
    const { descriptions } = chosenTools(knownToolsets, names)
    expect(new Set(descriptions.map(({ name }) => name)).size).toBe(descriptions.length)
  })

  it('are those the organisation chose, once each, without names nobody knows', () => {
    const { toolsets } = chosenTools(knownToolsets, [
      'person',
      'constructor',
      'discovery',
      'person',
    ])
    expect(toolsets).toEqual(['person', 'discovery'])
  })

  it('leave out what could only ever refuse', () => {
    const of = (change: object, there = { web: true, scripts: true, connectors: [github] }) =>
      usableToolsets({ ...defaultSettings, ...change }, there)
    expect(of({})).not.toContain('web')
    expect(of({ webFetchEnabled: true })).toContain('web')
    expect(
      of({ webFetchEnabled: true }, { web: false, scripts: true, connectors: [] }),
    ).not.toContain('web')
    expect(of({})).toContain('connectors')
    expect(of({ connectorAccess: { github: 'off' } })).not.toContain('connectors')
    expect(of({}, { web: true, scripts: true, connectors: [] })).not.toContain('connectors')
    const chosen = { toolsets: ['scripts'] }
    expect(of(chosen)).toEqual(['scripts'])
    expect(of(chosen, { web: true, scripts: false, connectors: [] })).toEqual([])
  })
})
