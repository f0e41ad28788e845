import { canonicalJson } from '../../domain/resolved-call.ts'
import type { RevisionFacts } from '../../domain/skill.ts'

type Introduction = Pick<RevisionFacts, 'frontmatter' | 'sidecar' | 'manifest'>

/** A version that says nothing else. */
const plainVersion = /^v?\d[0-9A-Za-z.+-]{0,39}$/

/**
 * Whether models are told the same about two revisions before they load one: the frontmatter with name and
 * description, the routing of SKILL.config.json, and the names of files. Such texts stand in prompts and lists
 * without being read as a skill (decision 0042), so a person has to have seen each. A plain version may differ. Pure.
 */
export function isIntroducedAlike(one: Introduction, other: Introduction): boolean {
  return canonicalJson(introductionOf(one)) === canonicalJson(introductionOf(other))
}

function introductionOf({ frontmatter, sidecar = {}, manifest }: Introduction) {
  const { version, ...told } = frontmatter
  const isPlain = typeof version === 'string' && plainVersion.test(version)
  const paths = manifest.map(({ path }) => path).sort()
  return { told, sidecar, paths, version: isPlain ? null : (version ?? null) }
}
