import { describe, expect, it } from 'vitest'
import {
  authorizeSearch,
  browseSearch,
  editorSearch,
  loginSearch,
  safeNext,
  skillsSearch,
} from './search-params.ts'

describe('search parameters', () => {
  it('keeps what it knows and drops what it does not', () => {
    expect(skillsSearch({ q: 'slow', scope: 'everything', enabled: 'true', x: 1 })).toEqual({
      q: 'slow',
      enabled: 'true',
    })
    expect(skillsSearch({ archived: 'false', provenance: 'agent' })).toEqual({
      provenance: 'agent',
    })
    expect(skillsSearch({ source_id: 'src_1' })).toEqual({ source_id: 'src_1' })
    expect(browseSearch({ q: 'slow', show: 'nothing' })).toEqual({ q: 'slow' })
    expect(loginSearch({ token: '' })).toEqual({})
  })

  it('takes the place in a skill’s files from the address, and only one that can be', () => {
    const file = 'scripts/run.sh'
    expect(editorSearch({ tab: 'files', file, revision: '2' })).toEqual({
      tab: 'files',
      file,
      revision: 2,
    })
    for (const revision of ['0', '-1', '1.5', 'x', '', '1e999']) {
      expect(editorSearch({ tab: 'nowhere', file: '', revision })).toEqual({})
    }
  })

  it('never sends somebody to another site after login', () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
    ]) {
      expect(safeNext(next)).toBe('/')
    }
    expect(safeNext('/skills?q=a')).toBe('/skills?q=a')
  })
})

it('what an app asks for is read as it is written', () => {
  const asked = { client_id: 'app_1', state: '1e5', scope: 'skills:read' }
  expect(authorizeSearch({ ...asked, other: 'x' })).toEqual(asked)
  expect(authorizeSearch({ state: '1' })).toEqual({})
})
