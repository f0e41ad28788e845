import type { CatalogItemBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { catalogItemState, filterCatalogItems } from './catalog-item-state.ts'

const waiting: CatalogItemBody = {
  ...{ source_id: 'src_1', source_version: null, catalog_source_id: 'src_1', source_name: 'Team' },
  ...{ path: 'skills/triage', name: 'triage', description: 'Finds slow queries.' },
  ...{ installed: false, update_available: false, skill_id: null, arrival_id: 'arr_1' },
  ...{ digest: 'sha256:0', verdict: 'clean', licence: 'MIT', licence_decision: 'allowed' },
}
const here = { ...waiting, installed: true, skill_id: 'skl_1' }
const blocked = { ...waiting, verdict: 'blocked' }

describe('D10: what can be done with what a source offers', () => {
  it.each([
    ['ready', waiting],
    ['ready', { ...waiting, verdict: 'notice' }],
    ['to-read', { ...waiting, verdict: 'review' }],
    ['to-read', { ...waiting, licence_decision: 'ask' as const }],
    ['blocked', blocked],
    ['licence-refused', { ...waiting, licence_decision: 'refused' as const }],
    ['set-aside', { ...waiting, arrival_id: null }],
    ['installed', { ...here, arrival_id: null }],
    ['update', { ...here, update_available: true }],
    ['blocked', { ...here, update_available: true, verdict: 'blocked' }],
  ])('%s', (state, offer) => {
    expect(catalogItemState(offer)).toBe(state)
  })

  it('is found by words in any order, by its source, and by what became of it', () => {
    const update = { ...here, name: 'update', update_available: true }
    const all = [waiting, { ...here, arrival_id: null, name: 'here' }, update, blocked]
    const names = (search: Parameters<typeof filterCatalogItems>[1]) =>
      filterCatalogItems(all, search).map(({ name, verdict }) => `${name} ${verdict}`)
    expect(names({ q: 'QUERIES triage' })).toHaveLength(4)
    expect(names({ q: 'nothing' })).toEqual([])
    expect(names({ source: 'src_2' })).toEqual([])
    expect(names({ show: 'available' })).toEqual(['triage clean'])
    expect(names({ show: 'installed' })).toEqual(['here clean', 'update clean'])
    expect(names({ show: 'updates' })).toEqual(['update clean'])
    expect(names({ show: 'blocked' })).toEqual(['triage blocked'])
  })
})
