import { describe, expect, it } from 'vitest'
import { loginSearch, safeNext, skillsSearch } from './search-params.ts'

describe('search parameters', () => {
  it('keeps what it knows and drops what it does not', () => {
    expect(skillsSearch({ q: 'slow', scope: 'everything', enabled: 'true', x: 1 })).toEqual({
      q: 'slow',
      enabled: 'true',
    })
    expect(loginSearch({ token: '' })).toEqual({})
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
