import { describe, expect, it } from 'vitest'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { sourceNames } from './source-name.ts'

const named = (config: SourceConfig) => sourceNames(config)[0]

describe('A9: a source that nobody named', () => {
  it('has the name of its repository, or of its host and the last part of its path', () => {
    expect(named({ kind: 'github', repo: 'acme/runbooks', ref: 'main', path: 'skills' })).toBe(
      'acme/runbooks',
    )
    const urls = {
      'https://example.com/skill.md': 'example.com skill.md',
      'https://example.com/team/triage/SKILL.md': 'example.com triage',
      'https://example.com/notes.md?raw=1': 'example.com notes.md',
      'https://example.com': 'example.com',
    }
    for (const [url, name] of Object.entries(urls)) expect(named({ kind: 'url', url })).toBe(name)
    const git = { kind: 'git', url: 'https://git.example/team/tools.git', ref: null } as const
    expect(named({ ...git, path: '' })).toBe('git.example tools')
    expect(named({ kind: 'marketplace', baseUrl: 'https://skills.sh', skills: [] })).toBe(
      'skills.sh',
    )
  })

  it('has its whole address where that name is taken', () => {
    expect(sourceNames({ kind: 'url', url: 'https://example.com/a/triage/SKILL.md' })[1]).toBe(
      'example.com/a/triage/SKILL.md',
    )
    expect(sourceNames({ kind: 'github', repo: 'a/b', ref: 'v2', path: 'skills' })[1]).toBe(
      'a/b@v2:skills',
    )
  })
})
