import { describe, expect, it } from 'vitest'
import { routingModes } from './routing-mode.tsx'

describe('the mode of routing', () => {
  const names = (...toolsets: string[]) => routingModes(toolsets).map(({ name }) => name)

  it('is told by the toolsets, and by none of the others', () => {
    expect(names('person', 'routed')).toEqual(['Catalogue for each turn'])
    expect(names('library', 'discovery')).toEqual(['Search and enable', 'Shared library'])
    expect(names('person', 'code')).toEqual([])
  })
})
