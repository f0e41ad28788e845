import { describe, expect, it } from 'vitest'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { sourceConfigProblem } from './source-config-problem.ts'

const configs = (url: string): readonly SourceConfig[] => [
  { kind: 'git', url, ref: null, path: '' },
  { kind: 'url', url },
  { kind: 'well-known', url },
  { kind: 'plugin-marketplace', url },
  { kind: 'marketplace', baseUrl: url, skills: [] },
  { kind: 'clawhub', baseUrl: url, skills: [] },
]

describe('A9: the address of a source', () => {
  it('A9: by http is refused when it is given, with the https address', () => {
    for (const config of configs('http://skills.example/team')) {
      const problem = sourceConfigProblem(config)
      expect([config.kind, problem?.code]).toEqual([config.kind, 'source.invalid'])
      expect(problem?.message).toContain('https')
      expect(problem?.hint).toContain('https://skills.example/team')
    }
  })

  it('A9: by http may be of this machine, except for git, which is read by https alone', () => {
    for (const host of ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080']) {
      const refused = configs(`http://${host}/team`).filter((one) => sourceConfigProblem(one))
      expect(refused.map(({ kind }) => kind)).toEqual(['git'])
    }
  })

  it('A9: has no name and password in it, and is not repeated where it has', () => {
    for (const url of ['https://u:secret@skills.example/', 'http://u:secret@skills.example/']) {
      for (const config of configs(url)) {
        const problem = sourceConfigProblem(config)
        expect(problem?.code).toBe('source.invalid')
        expect(JSON.stringify(problem)).not.toContain('secret')
      }
    }
  })
})
