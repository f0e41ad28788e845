import { ProblemError } from '../../base/errors.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { sourceInvalid } from './source-problems.ts'

export type RepositoryConfig = Extract<SourceConfig, { readonly kind: 'github' }>

/**
 * The repository that document D's catalogue names by its URL: github.com alone. An empty `ref` is the default
 * branch. Throws ProblemError `source.invalid`. Pure.
 */
export function catalogRepository(repoUrl: string, ref: string): RepositoryConfig {
  const repo = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(repoUrl)?.[1]
  if (repo === undefined) {
    throw new ProblemError(
      sourceInvalid(
        'repo_url',
        /^https:\/\/github\.com\//.test(repoUrl)
          ? 'This is not the address of a repository on github.com.'
          : 'The catalogue takes repositories on github.com alone.',
        'For example https://github.com/acme/skills. Other places are sources: repertoire sources add.',
      ),
    )
  }
  return { kind: 'github', repo, ref: ref === '' ? null : ref, path: '' }
}

/** The URL of a repository, as the catalogue has it. */
export function catalogUrl({ repo }: Pick<RepositoryConfig, 'repo'>): string {
  return `https://github.com/${repo}`
}
