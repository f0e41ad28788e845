import {
  SKILL_LIMITS,
  type Skill,
  SkillCatalogError,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills'
import type { ManifestEntry, PublishedSkill } from '@repertoire/core/domain'
import { shortDigest } from './short-digest.ts'

/** Skills of the organisation; others would have another first segment, so equal names never collide. */
const root = 'skill://org'

export interface SkillEntry {
  /** Null for a skill that a client would refuse: one of them voids its whole listing. */
  readonly entry: Skill | null
  /** Why there is none. */
  readonly reason: string
  /** The file behind each address. */
  readonly files: ReadonlyMap<string, ManifestEntry>
}

/**
 * What clients check a skill by: its frontmatter verbatim, and address, digest and size of every file. `pinned` addresses
 * name the revision.
 */
export async function describeSkill(
  { name, digest, manifest }: Pick<PublishedSkill, 'name' | 'digest' | 'manifest'>,
  skillMd: Uint8Array,
  { pinned }: { readonly pinned: boolean },
): Promise<SkillEntry> {
  const size = manifest.reduce((sum, file) => sum + file.size, 0)
  if (manifest.length > SKILL_LIMITS.files || size > SKILL_LIMITS.bytes) {
    return refused(`it has ${manifest.length} files with ${size} bytes, more than clients take`)
  }
  const folder = pinned ? `r-${shortDigest(digest)}/${name}` : name
  try {
    const contents = manifest.map(({ path }) => [path, path === 'SKILL.md' ? skillMd : ''] as const)
    const skill = await skillEntry(folder, Object.fromEntries(contents), { baseUri: root })
    return withDigests(skill, { manifest, folder })
  } catch (error) {
    if (!SkillCatalogError.isInstance(error) && !(error instanceof TypeError)) throw error
    return refused(error.message)
  }
}

interface Described {
  readonly manifest: readonly ManifestEntry[]
  readonly folder: string
}

/** The store knows the digest of each file, so none but SKILL.md is read. */
function withDigests(skill: Skill, { manifest, folder }: Described): SkillEntry {
  const byPath = new Map(manifest.map((file) => [file.path, file]))
  const files = new Map<string, ManifestEntry>()
  const listed = skill.resources === 'dynamic' ? [] : skill.resources
  const resources = listed.flatMap(({ uri }) => {
    const file = byPath.get(decodeURIComponent(uri.slice(`${root}/${folder}/`.length)))
    if (!file) return []
    files.set(uri, file)
    return [{ uri, digest: `sha256:${file.sha256}`, size: file.size }]
  })
  if (resources.length !== manifest.length) return refused('a file name cannot be part of a URI')
  return { entry: { ...skill, resources }, reason: '', files }
}

function refused(reason: string): SkillEntry {
  return { entry: null, reason, files: new Map() }
}
