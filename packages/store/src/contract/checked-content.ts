import type { RevisionDigest, UserId } from '@repertoire/core/base'
import type { CheckedContent, PackageFile, SkillScope } from '@repertoire/core/domain'
import { assessedImport } from '@repertoire/core/testing'
import { sha256 } from './backends.ts'

export interface CheckedContentParts {
  readonly body?: string
  readonly scope?: SkillScope
  readonly tags?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly enabled?: boolean
  readonly sourceId?: string
  readonly author?: UserId
}

/** Content with correct hashes, as the checks produce it. */
export function checkedContent(slug: string, parts: CheckedContentParts = {}): CheckedContent {
  const body = parts.body ?? `# ${slug}\n`
  const source = `---\nname: ${slug}\n---\n${body}`
  const files = Object.entries(parts.files ?? {}).map(
    ([path, text]): PackageFile => ({
      path,
      bytes: new TextEncoder().encode(text),
      executable: path.endsWith('.sh'),
    }),
  )
  const main = { path: 'SKILL.md', bytes: new TextEncoder().encode(source), executable: false }
  const manifest = [main, ...files].map(({ path, bytes, executable }) => ({
    path,
    sha256: sha256(bytes),
    size: bytes.length,
    executable,
  }))
  return assessedImport({
    slug,
    scope: parts.scope ?? { kind: 'org' },
    facts: {
      digest: `sha256:${sha256(JSON.stringify(manifest))}` as RevisionDigest,
      manifest,
      name: slug,
      description: `About ${slug}.`,
      whenToUse: 'When asked.',
      version: '1.0.0',
      author: 'someone',
      license: 'MIT',
      tags: parts.tags ?? [],
      contentLength: [...body].length,
      contentHash: `sha256:${sha256(main.bytes)}`,
      frontmatter: { name: slug, nested: { list: [1, true, null, 'x'] } },
      sidecar: { routing: { keywords: [slug] } },
    },
    content: { source, body },
    files,
    origin: {
      sourceType: 'manual',
      sourceUrl: null,
      sourceRef: null,
      sourceId: parts.sourceId ?? null,
      provenance: 'authored',
    },
    enabled: parts.enabled ?? true,
    author: parts.author ?? ('usr_ann' as UserId),
    reason: 'first try',
  })
}

/** The personal scope of `userId`. */
export function own(userId: UserId): SkillScope {
  return { kind: 'user', userId }
}
