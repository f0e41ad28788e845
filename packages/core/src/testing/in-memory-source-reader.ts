import { ProblemError } from '../base/errors.ts'
import type { SourceConfig } from '../domain/skill-source.ts'
import type { SourceCommit } from '../domain/source-commit.ts'
import type {
  OpenSourceRequest,
  SourceItem,
  SourceNotice,
  SourceReader,
} from '../ports/source-reader.ts'

/** What a source offers: the texts of files by path, by skill. */
export interface OfferedSource {
  readonly version: string
  readonly skills: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly notices?: readonly SourceNotice[]
  /** Licence files above the skills. */
  readonly licences?: readonly { readonly path: string; readonly text: string }[]
  /** By skill; those left out are made of the texts. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Answers for the commits of a skill since a version. */
  readonly commits?: (id: string, since: string) => readonly SourceCommit[]
  /** Called before each entry is read. */
  readonly beforeRead?: (id: string) => Promise<void>
}

export interface InMemorySourceReader extends SourceReader {
  /** From now on this source offers this; an error is thrown at whoever opens it. */
  offer(config: SourceConfig, offered: OfferedSource | ProblemError): void
  readonly asked: readonly OpenSourceRequest[]
  /** Sources that were opened and not closed. */
  openCount(): number
}

/** Reads sources that a test offers. One that is not offered is not found. */
export function createInMemorySourceReader(): InMemorySourceReader {
  const offers = new Map<string, OfferedSource | ProblemError>()
  const asked: OpenSourceRequest[] = []
  const open = new Set<symbol>()
  return {
    asked,
    offer: (config, offered) => void offers.set(JSON.stringify(config), offered),
    openCount: () => open.size,
    open: async (request) => {
      asked.push(request)
      const { config, knownVersion, signal } = request
      signal.throwIfAborted()
      const offered = offers.get(JSON.stringify(config)) ?? notFound()
      if (offered instanceof ProblemError) throw offered
      const { version, skills, notices = [], licences = [], tokens = {} } = offered
      const { beforeRead, commits } = offered
      if (version === knownVersion) return { status: 'unchanged' }
      const handle = Symbol(version)
      open.add(handle)
      return {
        status: 'changed',
        version,
        entries: Object.entries(skills).map(([id, files]) => ({
          id,
          token: tokens[id] ?? tokenOf(files),
        })),
        notices,
        read: async function* (ids) {
          for (const id of ids) {
            await beforeRead?.(id)
            signal.throwIfAborted()
            yield { ...itemOf(id, skills[id]), licences }
          }
        },
        ...(commits && { commits: async (id, since) => commits(id, since) }),
        close: async () => void open.delete(handle),
      }
    },
  }
}

type Files = Readonly<Record<string, string>>

function tokenOf(files: Files): string {
  return JSON.stringify(Object.entries(files).toSorted())
}

function itemOf(id: string, files: Files | undefined): SourceItem {
  if (!files) {
    const message = `The source does not list "${id}".`
    return { id, problem: { code: 'source.not-listed', kind: 'not-found', message } }
  }
  const encoder = new TextEncoder()
  return {
    id,
    files: Object.entries(files).map(([path, text]) => ({
      ...{ path, bytes: encoder.encode(text), executable: false },
    })),
    ...{ licences: [], diagnostics: [] },
  }
}

function notFound(): ProblemError {
  return new ProblemError({
    code: 'source.not-found-or-private',
    kind: 'not-found',
    message: 'There is no such source, or not for everybody.',
  })
}
