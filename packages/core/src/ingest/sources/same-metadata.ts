import { canonicalJson } from '../../domain/resolved-call.ts'
import type { RevisionFacts } from '../../domain/skill.ts'

type ShownMetadata = Pick<RevisionFacts, 'frontmatter' | 'sidecar' | 'manifest'>

/** A version that says nothing else: numbers, and a usual word for what comes before a release. */
const plainVersion =
  /^v?\d{1,10}(?:\.\d{1,10}){0,4}(?:-?(?:alpha|beta|rc|dev|pre|post)[.-]?\d{0,10})?$/i

/**
 * Whether models are told the same about two revisions before they load one: the frontmatter with name and
 * description, the routing of SKILL.config.json, and the names of files. Such texts stand in prompts and lists
 * without being read as a skill (decision 0042), so a person has to have seen each. A plain version may differ. Pure.
 */
export function hasSameMetadata(one: ShownMetadata, other: ShownMetadata): boolean {
  return canonicalJson(metadataOf(one)) === canonicalJson(metadataOf(other))
}

function metadataOf({ frontmatter, sidecar = {}, manifest }: ShownMetadata) {
  const { version, ...shown } = frontmatter
  const isPlain = plainVersion.test(String(version))
  const paths = manifest.map(({ path }) => path).sort()
  return { shown, sidecar, paths, version: isPlain ? null : (version ?? null) }
}
