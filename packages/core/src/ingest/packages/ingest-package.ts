import {
  countCharacters,
  type Diagnostic,
  editSkillMd,
  isSlug,
  loadSkillMd,
  packageLimits,
  packageProblem,
  shownDescription,
  slugOf,
  truncate,
} from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { NewContent, PackageFile, SkillOrigin, SkillScope } from '../../domain/skill.ts'
import { slugInvalid } from '../../domain/slug.ts'
import { digestOf, manifestOf } from './manifest.ts'
import { packageNeedsDiagnostics } from './package-needs.ts'
import { invalidSkillMd, nameMissing, skillMdMissing, skillMdTooLarge } from './package-problems.ts'
import { readSidecar } from './sidecar.ts'

/** Names are in prompts, lists and approval requests, and do not count against the budget. */
const maxNameLength = 200

/** Form fields. They are written into the frontmatter, so that the file stays the source of truth. */
export interface IngestOverrides {
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly version?: string | undefined
  readonly author?: string | undefined
  readonly tags?: readonly string[] | undefined
}

export interface IngestRequest {
  /** All files of the package, including SKILL.md, in any letter case. */
  readonly files: readonly PackageFile[]
  /** Name of the source folder, the fallback for the skill name. */
  readonly folderName?: string | undefined
  readonly scope: SkillScope
  readonly origin: SkillOrigin
  readonly author: UserId
  readonly overrides?: IngestOverrides | undefined
  /** Whether a new skill is enabled. Default: true. */
  readonly enabled?: boolean | undefined
  readonly reason?: string | undefined
}

export type IngestOutcome =
  | {
      readonly ok: true
      readonly arrival: NewContent
      /** The lenient loader repaired the frontmatter; the bytes are stored unchanged. */
      readonly repaired: boolean
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly problem: Problem; readonly diagnostics: readonly Diagnostic[] }

type LoadedDocument = Extract<ReturnType<typeof loadSkillMd>, { ok: true }>['document']

/**
 * The single ingestion pipeline: turns files into an immutable revision, or a problem. Editor, import, archives and agents
 * all use it. Pure; never throws on content. Problems: `package.*` for the files, `skill.md-missing`,
 * `skill.md-too-large`, `skill.unreadable`, `skill.slug-invalid`, `skill.name-missing`.
 */
export function ingestPackage(request: IngestRequest, sha256: Sha256): IngestOutcome {
  const { skillMd, others, problem } = splitPackage(request.files)
  if (!skillMd) return { ok: false, problem, diagnostics: [] }
  const loaded = loadWithOverrides(skillMd.bytes, request)
  if (!loaded.ok) return loaded
  const { document, diagnostics, repaired } = loaded
  const identity = identityOf(document, request)
  if ('problem' in identity) return { ok: false, problem: identity.problem, diagnostics }

  const source = new TextEncoder().encode(document.source)
  const files = [...others, { ...skillMd, path: 'SKILL.md', bytes: source }]
  const manifest = manifestOf(files, sha256)
  const { fields, body } = document
  const sidecar = readSidecar(others)
  const arrival: NewContent = {
    slug: identity.slug,
    scope: request.scope,
    facts: {
      digest: digestOf(manifest, sha256),
      manifest,
      name: identity.name,
      description: shownDescription(fields.description),
      whenToUse: fields.whenToUse,
      version: fields.version,
      author: fields.author,
      license: fields.license,
      tags: fields.tags,
      contentLength: countCharacters(body),
      contentHash: `sha256:${sha256(source)}`,
      frontmatter: document.frontmatter as JsonObject,
      ...(sidecar.value && { sidecar: sidecar.value }),
    },
    content: { source: document.source, body },
    files: others,
    origin: request.origin,
    enabled: request.enabled ?? true,
    author: request.author,
    reason: request.reason ?? '',
  }
  const needed = packageNeedsDiagnostics(others)
  const all = [...diagnostics, ...sidecar.diagnostics, ...needed]
  return { ok: true, arrival, repaired, diagnostics: all }
}

function splitPackage(
  files: readonly PackageFile[],
):
  | { skillMd: PackageFile; others: readonly PackageFile[]; problem?: never }
  | { skillMd?: never; others?: never; problem: Problem } {
  const problem = packageProblem(files)
  if (problem) return { problem }
  const skillMd = files.find((file) => file.path.toLowerCase() === 'skill.md')
  if (!skillMd) return { problem: skillMdMissing(files) }
  if (skillMd.bytes.length > packageLimits.skillMdBytes) {
    return { problem: skillMdTooLarge(skillMd.bytes.length) }
  }
  return { skillMd, others: files.filter((file) => file !== skillMd) }
}

type LoadOutcome =
  | Extract<ReturnType<typeof loadSkillMd>, { ok: true }>
  | Extract<IngestOutcome, { ok: false }>

function loadWithOverrides(bytes: Uint8Array, request: IngestRequest): LoadOutcome {
  const first = load(bytes, request)
  if (!first.ok) return first
  const changes = changesFor(first.document, request)
  if (Object.keys(changes).length === 0) return first
  return load(editSkillMd(first.document.source, { frontmatter: changes }), request)
}

function load(input: string | Uint8Array, { folderName, overrides }: IngestRequest): LoadOutcome {
  // Whoever names the skill beside its files does not mean it to be named like their folder.
  const folder = overrides?.name === undefined ? folderName : undefined
  const loaded = loadSkillMd(input, { folderName: folder })
  if (loaded.ok) return loaded
  return { ok: false, problem: invalidSkillMd(loaded.diagnostics), diagnostics: loaded.diagnostics }
}

/** The frontmatter changes of the overrides; equal values stay byte for byte. */
function changesFor(
  { fields }: LoadedDocument,
  { overrides = {}, folderName }: IngestRequest,
): JsonObject {
  const changes: JsonObject = {}
  for (const key of ['name', 'description', 'version', 'author'] as const) {
    const value = overrides[key]
    if (value !== undefined && !isShownAs(value, fields[key])) changes[key] = value
  }
  const { tags, slug } = overrides
  if (tags && JSON.stringify(tags) !== JSON.stringify(fields.tags)) changes.tags = [...tags]
  if (slug !== undefined && isSlug(slug)) {
    const name = overrides.name ?? fields.name
    if (slug !== slugOf({ ...fields, name }, folderName)) changes.slug = slug
  }
  return changes
}

/** Whoever sends back a description as they were shown it does not shorten the file's. */
function isShownAs(value: string, written = ''): boolean {
  return value === written || value === shownDescription(written)
}

function identityOf(
  { fields }: LoadedDocument,
  { overrides = {}, folderName }: IngestRequest,
): { slug: string; name: string } | { problem: Problem } {
  if (overrides.slug !== undefined && !isSlug(overrides.slug)) {
    return { problem: slugInvalid(overrides.slug) }
  }
  const slug = overrides.slug ?? slugOf(fields, folderName)
  if (!slug) return { problem: nameMissing }
  const name = [fields.name, fields.title, folderName].find((text) => text?.trim())
  return { slug, name: truncate(name ?? slug, maxNameLength) }
}
