import { expect, it } from 'vitest'
import { provenanceLabelOf } from './provenance-labels.ts'

it('tells a sample from what was taken from a catalogue, and from an import that claims its source', () => {
  const from = (provenance: 'catalog' | 'imported', source_id: string) =>
    provenanceLabelOf({ provenance, source_id, source: 'user' }).label
  expect(from('catalog', 'src_samples')).toBe('Sample')
  expect(from('catalog', 'src_1')).toBe('Catalogue')
  expect(from('imported', 'src_samples')).toBe('Imported')
})
