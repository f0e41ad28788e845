import { type GitHosts, publicGitHosts } from '@repertoire/core/domain'
import { remoteProblem } from '../http/remote-problems.ts'

/** The places of an index, in the order in which they are asked. */
const places = ['.well-known/agent-skills', '.well-known/skills']

/**
 * Where the index of `https://H/P` can be: below P in both places; P may also be the address of an `index.json` itself.
 * The index of H alone is never taken for that of P. Query and fragment are left out. Throws `source.unsupported`.
 */
export function indexLocations(
  address: string,
  hosts: GitHosts = publicGitHosts,
): readonly string[] {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw remoteProblem('source', 'unsupported', {
      message: 'The address of an index begins with https://.',
      hint: 'Give it as https://example.org or https://example.org/team.',
    })
  }
  // Repositories there are read by git.
  const repositoryHosts = [...hosts.github, ...hosts.gitlab, 'huggingface.co']
  if (repositoryHosts.includes(url.host)) {
    throw remoteProblem('source', 'unsupported', {
      message: `${url.hostname} has repositories and no index of skills.`,
      hint: 'Add the repository as a source of the kind github or git.',
    })
  }
  url.search = ''
  url.hash = ''
  if (url.pathname.endsWith('/index.json')) return [url.href]
  const base = url.href.replace(/\/+$/, '')
  return places.map((place) => `${base}/${place}/index.json`)
}
