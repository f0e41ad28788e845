import { ProblemError } from '../base/errors.ts'
import type { UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import { samplesSourceId } from '../domain/sample.ts'
import type { CheckedContent, NewContent, SkillScope } from '../domain/skill.ts'
import { checked } from '../ingest/checks/check-package.ts'
import { ingestPackage } from '../ingest/packages/ingest-package.ts'

export interface SamplePackage {
  /** The lines of the frontmatter, without the delimiters. */
  readonly frontmatter: string
  readonly body?: string
  /** Additional files, as text or bytes. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly scope?: SkillScope
  readonly enabled?: boolean
  /** It comes with the server. */
  readonly isFromServer?: boolean
}

/** An arrival as if it had passed scan, licence and policy. */
export function assessedImport(arrival: NewContent): CheckedContent {
  return checked(arrival, undefined)
}

/** The arrival of a skill with the given files. */
export function ingestedPackage(sample: SamplePackage, sha256: Sha256): CheckedContent {
  const { frontmatter, body = 'Do it.\n', files = {}, scope = { kind: 'org' }, enabled } = sample
  const source = `---\n${frontmatter}\n---\n${body}`
  const outcome = ingestPackage(
    {
      files: Object.entries({ 'SKILL.md': source, ...files }).map(([path, content]) => ({
        path,
        bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
        executable: false,
      })),
      scope,
      origin: {
        sourceType: 'manual',
        sourceUrl: null,
        sourceRef: null,
        ...(sample.isFromServer
          ? { sourceId: samplesSourceId, provenance: 'catalog' }
          : { sourceId: null, provenance: 'imported' }),
      },
      author: 'usr_author' as UserId,
      enabled,
    },
    sha256,
  )
  if (!outcome.ok) throw new ProblemError(outcome.problem)
  return assessedImport(outcome.arrival)
}
