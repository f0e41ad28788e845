import type { Sha256 } from '../../base/sha256.ts'
import type { PublishedSkill } from '../../domain/published-skill.ts'
import type { PackageFile } from '../../domain/skill.ts'

/** The one file that a v0.2 index offers for a skill. The same for the same revision, so it can be kept. */
export interface SkillArtifact {
  readonly type: 'skill-md' | 'archive'
  /** Relative to the index. */
  readonly path: string
  readonly mediaType: 'text/markdown; charset=utf-8' | 'application/zip'
  readonly bytes: Uint8Array
  /** `sha256:<hex>` of the bytes; also its ETag. */
  readonly digest: string
}

export interface ArtifactServices {
  readonly sha256: Sha256
  /** Zips files without a folder around them. */
  readonly zip: (files: readonly PackageFile[]) => Uint8Array | Promise<Uint8Array>
}

/** The artifact of a skill: its SKILL.md where that is all there is, else a zip of its files. */
export async function skillArtifact(
  { name }: Pick<PublishedSkill, 'name'>,
  files: readonly PackageFile[],
  { sha256, zip }: ArtifactServices,
): Promise<SkillArtifact> {
  const [first] = files
  if (first && isSingleFile(files)) {
    return {
      type: 'skill-md',
      path: artifactPath(name, 'skill-md'),
      mediaType: 'text/markdown; charset=utf-8',
      bytes: first.bytes,
      digest: `sha256:${sha256(first.bytes)}`,
    }
  }
  const bytes = await zip(files)
  const digest = `sha256:${sha256(bytes)}`
  const path = artifactPath(name, 'archive')
  return { type: 'archive', path, mediaType: 'application/zip', bytes, digest }
}

/** Markdown alone cannot carry the executable bit. */
function isSingleFile(files: readonly Omit<PackageFile, 'bytes'>[]): boolean {
  const [first] = files
  return files.length === 1 && first?.path === 'SKILL.md' && !first.executable
}

function artifactPath(name: string, type: SkillArtifact['type']): string {
  return type === 'skill-md' ? `${name}/SKILL.md` : `${name}.zip`
}

/** Changes when the bytes of the artifact of a revision would change. */
const artifactForm = 1

const currentSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** Skills of one index. Readers drop the ones after them. */
export const maxIndexedSkills = 5000
/** Bytes of the entries of one index. Readers take no index of more than 4 MiB. */
const maxIndexBytes = 4 * 1024 * 1024 - 1024

/** A skill with what an index says of its artifact. */
export interface IndexedArtifact {
  readonly skill: Pick<PublishedSkill, 'name' | 'description'>
  readonly artifact: Pick<SkillArtifact, 'type' | 'digest'>
}

/** `/.well-known/agent-skills/index.json`: version 0.2. Pure. */
export function wellKnownIndex(entries: readonly IndexedArtifact[]) {
  const listed = entries.map(({ skill: { name, description }, artifact: { type, digest } }) => ({
    name,
    type,
    description,
    url: artifactPath(name, type),
    digest,
  }))
  return { $schema: currentSchema, skills: withinIndex(listed) }
}

/**
 * `/.well-known/skills/index.json`: version 0.1, whose clients request the files one by one at `NAME/FILE`, unencoded,
 * and drop the whole index for one entry they do not like: skills with such file names are left out. The digest of the
 * revision is their version. Pure.
 */
export function filesIndex(skills: readonly PublishedSkill[]) {
  const listed = skills.filter(isListable).map(({ name, description, manifest, digest }) => ({
    name,
    description,
    files: manifest.map(({ path }) => path),
    version: digest,
  }))
  return { skills: withinIndex(listed) }
}

/** The first entries that an index has room for. */
function withinIndex<Entry>(entries: readonly Entry[]): readonly Entry[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const end = entries.findIndex((entry, at) => {
    bytes += encoder.encode(JSON.stringify(entry)).length + 1
    return at >= maxIndexedSkills || bytes > maxIndexBytes
  })
  return end === -1 ? entries : entries.slice(0, end)
}

/**
 * Names a state of the index without reading a file: the same for the same names, descriptions and revisions. Lower-case
 * hex, without quotes. Pure.
 */
export function indexTag(skills: readonly PublishedSkill[], sha256: Sha256): string {
  const facts = skills.map(({ name, description, digest }) => [name, description, digest])
  return sha256(JSON.stringify([artifactForm, facts]))
}

function isListable({ manifest }: PublishedSkill): boolean {
  return manifest.every(({ path }) => !/[#?%\\\0]|\.\./.test(path))
}
