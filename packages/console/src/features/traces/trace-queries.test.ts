import { describe, expect, it } from 'vitest'
import { tracesSearch } from '../../shared/api/search-params.ts'
import { listQuery } from './trace-queries.ts'

const now = Date.parse('2026-03-10T12:00:00.000Z')

describe('which turns are listed', () => {
  it('E9: those of the last day without an end, so that new ones appear', () => {
    expect(listQuery({}, now)).toEqual({ from: '2026-03-09T12:00:00.000Z', limit: 50 })
  })

  it('E9: by what stands in the address', () => {
    const raw = { agent: 'agt_1', outcome: 'failed', since: '7d', trace_id: '', order: 'cost' }
    expect(listQuery(tracesSearch(raw), now)).toEqual({
      ...{ from: '2026-03-03T12:00:00.000Z', limit: 50 },
      ...{ agent: 'agt_1', status: 'failed', order: 'cost' },
    })
    expect(tracesSearch({ outcome: 'drop table', since: 'ever', order: 'name' })).toEqual({})
  })

  it('E9: half an hour around a time, and the last day where that is none', () => {
    const { from, to } = listQuery({ at: '2026-03-01T10:00' }, now)
    expect(Date.parse(to ?? '') - Date.parse(from)).toBe(3_600_000)
    expect(listQuery({ at: 'soon' }, now).to).toBeUndefined()
  })
})
