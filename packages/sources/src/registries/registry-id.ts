import { quoted } from '../http/quoted.ts'
import { type ProblemFamily, remoteProblem } from '../http/remote-problems.ts'
import { slugText, sourceText } from './registry-text.ts'

export interface RegistryId {
  /** Null in an id that is a slug alone. */
  readonly source: string | null
  readonly slug: string
}

/** The parts of `source/slug` or `slug`; null when it is neither. */
export function parseRegistryId(id: string): RegistryId | null {
  const at = id.lastIndexOf('/')
  const slug = slugText.safeParse(id.slice(at + 1))
  if (!slug.success) return null
  if (at === -1) return { source: null, slug: slug.data }
  const source = sourceText.safeParse(id.slice(0, at))
  return source.success ? { source: source.data, slug: slug.data } : null
}

export function notInRegistry(family: ProblemFamily, id: string) {
  return remoteProblem(family, 'not-found', {
    message: `The registry has no skill ${quoted(id)} with files.`,
    hint: 'Search the registry for it, or add the repository it is kept in as a source.',
  })
}
