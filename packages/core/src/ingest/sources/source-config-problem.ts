import type { Problem } from '../../base/errors.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { sourceInvalid } from './source-problems.ts'

const repoName = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9._-]{1,100}$/
/** What git takes as a branch, tag or commit, and that no command line takes as an option. */
const refName = /^(?!-)[A-Za-z0-9._/@+-]{1,200}$/
const maxUrlLength = 2_000
const maxRegistrySkills = 1_000

/** Why an address of a source cannot be used; undefined for one that can. Says nothing of what is there. Pure. */
export function sourceConfigProblem(config: SourceConfig): Problem | undefined {
  switch (config.kind) {
    case 'github':
      return repoProblem(config.repo) ?? refProblem(config.ref) ?? pathProblem(config.path)
    case 'git':
      return gitUrlProblem(config.url) ?? refProblem(config.ref) ?? pathProblem(config.path)
    case 'url':
    case 'well-known':
    case 'plugin-marketplace':
      return urlProblem('url', config.url)
    case 'marketplace':
    case 'clawhub':
      return urlProblem('base_url', config.baseUrl) ?? skillsProblem(config.skills)
    case 'samples':
      return sourceInvalid(
        'source_type',
        'The samples come with the server, and from no other place.',
        'Restore them when they were removed.',
      )
  }
}

function repoProblem(repo: string): Problem | undefined {
  if (repoName.test(repo) && !repo.endsWith('.git') && !/\/\.{1,2}$/.test(repo)) return undefined
  return sourceInvalid(
    'repo',
    'A repository on GitHub is named owner/name.',
    'For example acme/runbooks.',
  )
}

function refProblem(ref: string | null): Problem | undefined {
  const isValid =
    ref === null || (refName.test(ref) && !ref.includes('..') && !ref.endsWith('.lock'))
  if (isValid) return undefined
  return sourceInvalid(
    'ref',
    'That is no name of a branch, a tag or a commit.',
    'For example main or v1.2.0; leave it out for the default branch.',
  )
}

function pathProblem(path: string): Problem | undefined {
  const parts = path.split('/')
  const isValid =
    path === '' ||
    (path.length <= 400 && parts.every((part) => part !== '' && part !== '.' && part !== '..'))
  if (isValid && !/[\p{Cc}\\]/u.test(path)) return undefined
  return sourceInvalid(
    'path',
    'The folder is a path inside the repository.',
    'For example skills or tools/skills, without .. and without a slash at its ends.',
  )
}

const ownHosts = ['127.0.0.1', 'localhost', '[::1]']

function urlProblem(field: string, text: string): Problem | undefined {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return sourceInvalid(
      field,
      'The address is an https URL without a name and password in it.',
      'Give a token in its own field: it is stored encrypted.',
    )
  }
  if (url.protocol === 'https:' || ownHosts.includes(url.hostname)) return undefined
  return httpRefused(field, url)
}

/** Git is read by https alone, also from this machine. */
function gitUrlProblem(text: string): Problem | undefined {
  const url = URL.parse(text)
  return (
    urlProblem('url', text) ?? (url?.protocol === 'http:' ? httpRefused('url', url) : undefined)
  )
}

function httpRefused(field: string, url: URL): Problem {
  const { host, pathname, search } = url
  return sourceInvalid(
    field,
    'Skills are read over https alone: whoever is on the way could change what comes by http.',
    `Give its https address, for example https://${host}${pathname}${search}.`,
  )
}

function skillsProblem(skills: readonly string[]): Problem | undefined {
  const isValid =
    skills.length <= maxRegistrySkills && skills.every((id) => id !== '' && id.length <= 400)
  if (isValid) return undefined
  return sourceInvalid(
    'skills',
    `A registry’s skills are named by their ids, at most ${maxRegistrySkills}.`,
    'Take them from its search.',
  )
}
