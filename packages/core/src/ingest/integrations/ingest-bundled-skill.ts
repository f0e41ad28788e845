import type { Problem } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { SkillOrigin, SkillScope } from '../../domain/skill.ts'
import type { BundledSkill, LoadedIntegration } from '../../ports/integrations.ts'
import { type IngestOutcome, ingestPackage } from '../packages/ingest-package.ts'
import { bundledSourceId } from './plan-projection.ts'

/** The origin of a bundled skill, with the version of the manifest. */
export function bundledOrigin({ domain, manifest }: LoadedIntegration, name: string): SkillOrigin {
  return {
    sourceType: 'manual',
    sourceUrl: null,
    sourceRef: manifest.version,
    sourceId: bundledSourceId(domain, name),
    provenance: 'integration',
  }
}

export interface BundledSkillRequest {
  readonly integration: LoadedIntegration
  readonly skill: BundledSkill
  readonly scope: SkillScope
  readonly author: UserId
}

/** What a bundled skill's files are, or why they could not be read. */
export type ReadBundledSkill =
  | { readonly name: string; readonly outcome: IngestOutcome }
  | { readonly name: string; readonly problem: Problem }

/** Creates the arrival of a bundled skill; the folder name is the fallback for its name. */
export function ingestBundledSkill(
  { integration, skill, scope, author }: BundledSkillRequest,
  sha256: Sha256,
): ReadBundledSkill {
  const { name } = skill
  if (skill.problem) return { name, problem: skill.problem }
  const { domain, manifest } = integration
  const outcome = ingestPackage(
    {
      files: skill.files,
      folderName: name,
      scope,
      origin: bundledOrigin(integration, name),
      author,
      reason: `Set up from the integration ${domain} ${manifest.version}`,
    },
    sha256,
  )
  return { name, outcome }
}
