import type { OpenSourceRequest, SourceReader } from '@repertoire/core/ports'
import { remoteProblem } from '../http/remote-problems.ts'
import { gitKey } from '../plugin-marketplace/git-config.ts'
import { notListed } from '../reading/source-items.ts'

export interface FakeRepository {
  version: string
  /** The text of SKILL.md by folder. */
  skills: Record<string, string>
}

export interface FakeGit extends SourceReader {
  /** By `https://github.com/o/r` or `https://host/r#ref`. */
  readonly repositories: Map<string, FakeRepository>
  readonly asked: OpenSourceRequest[]
  /** Repositories that were opened and not closed. */
  stillOpen(): number
}

/** Reads repositories of a map. One that is not in it is not found; one of version `down` cannot be reached. */
export function createFakeGit(): FakeGit {
  const repositories = new Map<string, FakeRepository>()
  const asked: OpenSourceRequest[] = []
  const open = new Set<symbol>()
  return {
    repositories,
    asked,
    stillOpen: () => open.size,
    open: async (request) => {
      asked.push(request)
      const { config, knownVersion } = request
      if (config.kind !== 'github' && config.kind !== 'git') throw new Error(config.kind)
      const repository = repositories.get(gitKey(config))
      if (!repository) throw remoteProblem('source', 'not-found-or-private', { message: 'no' })
      const { version, skills } = repository
      if (version === 'down') throw remoteProblem('source', 'unreachable', { message: 'down' })
      if (version === knownVersion) return { status: 'unchanged' }
      const handle = Symbol(version)
      open.add(handle)
      return {
        status: 'changed',
        version,
        entries: Object.entries(skills).map(([id, text]) => ({ id, token: `${text.length}` })),
        notices: [],
        read: async function* (ids) {
          for (const id of ids) {
            const text = skills[id]
            if (text === undefined) yield notListed(id)
            else {
              const bytes = new TextEncoder().encode(text)
              const files = [{ path: 'SKILL.md', bytes, executable: false }]
              yield { id, files, licences: [], diagnostics: [] }
            }
          }
        },
        close: async () => {
          open.delete(handle)
        },
      }
    },
  }
}
