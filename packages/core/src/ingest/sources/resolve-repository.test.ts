import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { resolveRepository } from './resolve-repository.ts'

const hosts = {
  github: ['github.com', 'ghe.acme.example'],
  gitlab: ['gitlab.com', 'code.acme.example:8443'],
}
const github = (repo: string): SourceConfig => ({ kind: 'github', repo, ref: null, path: '' })
const git = (url: string): SourceConfig => ({ kind: 'git', url, ref: null, path: '' })

describe('A9: repositories on hosts of one’s own', () => {
  it.each([
    ['acme/skills', github('acme/skills')],
    ['github.com/acme/skills', github('acme/skills')],
    ['ghe.acme.example/team/skills', git('https://ghe.acme.example/team/skills.git')],
    ['code.acme.example:8443/a/b/skills', git('https://code.acme.example:8443/a/b/skills.git')],
    [
      'https://ghe.acme.example/team/skills/tree/v2/tools/skills',
      { ...git('https://ghe.acme.example/team/skills.git'), ref: 'v2', path: 'tools/skills' },
    ],
  ])('A9: %s is found by the settings of the server', (repo, config) => {
    expect(resolveRepository(github(repo), hosts)).toEqual(config)
  })

  it('A9: the page of a folder is its repository, ref and folder; any other address stays', () => {
    const page = 'https://code.acme.example:8443/a/b/skills/-/tree/main/x'
    expect(resolveRepository(git(page), hosts)).toEqual({
      ...{ kind: 'git', url: 'https://code.acme.example:8443/a/b/skills.git' },
      ...{ ref: 'main', path: 'x' },
    })
    const other = git('https://git.example/a/b/-/tree/main')
    expect(resolveRepository(other, hosts)).toEqual(other)
  })

  it('A9: a host that is in no setting is refused, with the settings that add it', () => {
    try {
      resolveRepository(github('ghe.other.example/team/skills'), hosts)
      expect.unreachable()
    } catch (error) {
      if (!isProblemError(error)) throw error
      expect(error.problem.code).toBe('source.invalid')
      expect(error.problem.message).toContain('ghe.other.example')
      expect(error.problem.hint).toContain('REPERTOIRE_GITHUB_HOSTS')
    }
  })
})
