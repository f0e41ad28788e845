import type { ConnectorBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import {
  createBody,
  draftErrors,
  draftOfConnector,
  emptyHeader,
  errorsOfProblem,
  newConnectorDraft,
  updateBody,
} from './connector-draft.ts'

const wiki: ConnectorBody = {
  ...{ name: 'wiki', title: 'Company wiki', description: '', kind: 'http', status: 'idle' },
  ...{ endpoint: 'https://wiki.example/mcp', problem: null, tools: null, tools_left_out: 0 },
  ...{ open_world: false, access: 'ask', source: 'organisation', etag: '"3"' },
  headers: [{ name: 'Authorization', set_at: '2026-01-01T00:00:00Z' }],
}

describe('a connector as a person types it', () => {
  it('keeps values that were not typed again, and the address that was not changed', () => {
    const draft = draftOfConnector(wiki)
    expect(updateBody(draft, wiki)).toEqual({
      ...{ title: 'Company wiki', description: '', open_world: false },
      headers: [{ name: 'Authorization', value: null }],
    })
    const moved = { ...draft, url: 'https://other.example/mcp' }
    expect(updateBody(moved, wiki)).toMatchObject({ url: 'https://other.example/mcp' })
  })

  it('leaves out headers without a name; the title is the name by default', () => {
    const header = { ...emptyHeader, name: ' X-Key ', value: ' abc ' }
    const draft = { ...newConnectorDraft, name: 'wiki', url: ' https://wiki.example/mcp ' }
    expect(createBody({ ...draft, headers: [header, emptyHeader] })).toEqual({
      ...{ name: 'wiki', title: 'wiki', description: '', open_world: null },
      url: 'https://wiki.example/mcp',
      headers: [{ name: 'X-Key', value: 'abc' }],
    })
  })

  it('says at the field what is wrong', () => {
    const bare = { ...emptyHeader, name: 'X-Key' }
    const draft = { ...newConnectorDraft, name: 'My Wiki', url: 'wiki.example', headers: [bare] }
    expect(Object.keys(draftErrors(draft))).toEqual(['name', 'url', 'headers'])
    expect(draftErrors(draftOfConnector(wiki))).toEqual({})
    const problem = { code: 'connector.exists', status: 409, message: 'Taken.', hint: 'Another.' }
    expect(errorsOfProblem({ ...problem, details: { field: 'name' } })).toEqual({
      name: 'Taken. Another.',
    })
    expect(errorsOfProblem(problem)).toBeNull()
  })
})
