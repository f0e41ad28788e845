import type { Problem } from '../../base/errors.ts'
import type { ManifestEntry } from '../../domain/skill.ts'

/** The maximum number of names in a refusal. */
const maxReportedNames = 50

/**
 * Finds a script in the manifest: by its exact path, otherwise the only file of that base name below
 * `scripts/`. The name is only looked up, never used as a path. Pure. Problems: `script.not-found`,
 * `script.ambiguous`.
 */
export function findScript(
  manifest: readonly ManifestEntry[],
  { slug, name }: { readonly slug: string; readonly name: string },
): ManifestEntry | Problem {
  const exact = manifest.find(({ path }) => path === name)
  if (exact) return exact
  const named = manifest.filter(
    ({ path }) => path.startsWith('scripts/') && path.split('/').at(-1) === name,
  )
  const [only, ...others] = named
  if (only && others.length === 0) return only
  return only ? ambiguous(slug, name, named) : notFound(slug, name, manifest)
}

function ambiguous(slug: string, name: string, named: readonly ManifestEntry[]): Problem {
  const candidates = named.map(({ path }) => path).slice(0, maxReportedNames)
  return {
    code: 'script.ambiguous',
    kind: 'conflict',
    message: `The skill "${slug}" has several scripts of that name: ${candidates.join(', ')}. Nothing was run.`,
    hint: 'Call it again with the path of the one that is meant.',
    details: { skill: slug, script: name.slice(0, 200), candidates },
  }
}

function notFound(slug: string, name: string, manifest: readonly ManifestEntry[]): Problem {
  const otherFiles = manifest.map(({ path }) => path).filter((path) => path !== 'SKILL.md')
  const files = otherFiles.slice(0, maxReportedNames)
  const listed = files.length === 0 ? 'It brings no files' : `Its files are: ${files.join(', ')}`
  const more =
    otherFiles.length > files.length ? ` and ${otherFiles.length - files.length} more` : ''
  return {
    code: 'script.not-found',
    kind: 'not-found',
    message: `The skill "${slug}" has no script ${JSON.stringify(name.slice(0, 200))}. ${listed}${more}.`,
    hint: 'Give one of these paths exactly; only files of the skill itself can be run.',
    details: { skill: slug, script: name.slice(0, 200), files },
  }
}
