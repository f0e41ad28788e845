import type { RevisionDigest, SkillId, UserId } from '../base/ids.ts'
import type { JsonObject } from '../base/json.ts'
import type { ActiveSkill } from '../domain/session-state.ts'
import type { CheckedContent } from '../domain/skill.ts'
import { assessedImport } from './ingested-package.ts'

/**
 * A valid arrival with the given body, for tests that do not read files. Its digest depends only on the sample:
 * equal samples have equal digests.
 */
export function sampleContent(
  slug: string,
  body: string,
  change: Partial<Pick<CheckedContent, 'scope' | 'enabled'>> & {
    readonly name?: string
    readonly description?: string
    readonly tags?: readonly string[]
    readonly frontmatter?: JsonObject
  } = {},
): CheckedContent {
  const { name = slug, description = `About ${slug}.`, tags = [] } = change
  const { frontmatter = {}, ...arrival } = change
  const digest = `sample:${slug}:${body}` as RevisionDigest
  const source = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n${body}`
  const size = new TextEncoder().encode(source).length
  return assessedImport({
    slug,
    scope: { kind: 'org' },
    facts: {
      digest,
      manifest: [{ path: 'SKILL.md', sha256: digest, size, executable: false }],
      name,
      description,
      whenToUse: '',
      version: '1.0.0',
      author: '',
      license: '',
      tags,
      contentLength: [...body].length,
      contentHash: digest,
      frontmatter: { name, description, ...frontmatter },
    },
    content: { source, body },
    files: [],
    origin: {
      sourceType: 'manual',
      sourceUrl: null,
      sourceRef: null,
      sourceId: null,
      provenance: 'authored',
    },
    enabled: true,
    author: 'usr_author' as UserId,
    reason: '',
    ...arrival,
  })
}

/** An active skill of a given size. */
export function sampleActive(slug: string, contentLength: number): ActiveSkill {
  return {
    skillId: `skl_${slug}` as SkillId,
    digest: `sample:${slug}` as RevisionDigest,
    slug,
    name: slug,
    contentLength,
    sourceType: 'manual',
  }
}
