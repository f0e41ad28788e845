import type { Diagnostic } from '@repertoire/skill-md'
import type { RevisionFacts } from '../../domain/skill.ts'
import type { RequestedPermissions, TrustReport } from '../../domain/trust.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import type { RegistryPackage } from '../../ports/skill-registry.ts'
import { judgedNow } from '../checks/judge-findings.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { readRequestedPermissions } from '../review/requested-permissions.ts'
import { requireIngested } from '../skills/create-skill.ts'
import { entryOrigin } from '../sources/entry-origin.ts'
import type { RegistrySource } from './registry-source.ts'

/** What a package of a registry is, and what it asks for. */
export interface PackagePreview {
  readonly slug: string
  readonly facts: RevisionFacts
  /** The Markdown after the frontmatter. */
  readonly body: string
  readonly permissions: RequestedPermissions
  readonly trust: TrustReport
  readonly diagnostics: readonly Diagnostic[]
}

/** Judges a package as every way in does, and keeps nothing of it. Throws the problem of a broken package. */
export async function previewPackage(
  { judge, sha256 }: Pick<JudgingDeps, 'judge' | 'sha256'>,
  { principal }: Pick<CatalogActor, 'principal'>,
  { registry, found }: { readonly registry: RegistrySource; readonly found: RegistryPackage },
): Promise<PackagePreview> {
  const { skill, files, hash, diagnostics = [] } = found
  const outcome = ingestPackage(
    {
      ...{ files, folderName: skill.slug, scope: { kind: 'org' }, author: principal.userId },
      origin: entryOrigin(registry, skill.id, hash),
    },
    sha256,
  )
  const { slug, facts, content } = requireIngested(outcome)
  const trust = await judgedNow(judge, await judge.judge({ files }), [])
  return {
    ...{ slug, facts, body: content.body },
    permissions: readRequestedPermissions(facts.frontmatter, files),
    trust,
    diagnostics: [...diagnostics, ...outcome.diagnostics],
  }
}
