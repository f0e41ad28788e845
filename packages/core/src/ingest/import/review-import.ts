import type { Diagnostic } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import { throwIf } from '../../base/errors.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { RevisionFacts, Skill, SkillScopeKind } from '../../domain/skill.ts'
import { type CatalogActor, type CatalogDeps, scopeFor } from '../../keep/skills/catalog-deps.ts'
import { importedFolderName } from './folder-name.ts'
import { importOrigin, type StatedSource } from './import-source.ts'
import { removedFilesDiagnostics } from './removed-files.ts'
import { resolveSlugConflict } from './resolve-slug-conflict.ts'

/** A skill to review: its SKILL.md alone. */
export interface ReviewItem {
  /** Path relative to the imported folder. */
  readonly path: string
  readonly skillMd: Uint8Array
  /** The paths of all its files, `SKILL.md` among them; without them nothing is said of files that go away. */
  readonly paths?: readonly string[] | undefined
}

export interface ReviewImportRequest {
  readonly scope: SkillScopeKind
  readonly items: readonly ReviewItem[]
  /** As in the import. */
  readonly source?: StatedSource | undefined
  readonly overwrite?: boolean | undefined
  /** Awaited between items, so that a large request does not block the event loop. */
  readonly yieldToEventLoop?: () => Promise<void>
}

export type ReviewOutcome = {
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
} & (
  | {
      readonly ok: true
      readonly slug: string
      readonly facts: RevisionFacts
      /** The skill of the same scope and slug that would get a new revision; null for a new skill. */
      readonly replaces: Skill | null
      /** The skill of another origin that has the slug of the file, and keeps it. */
      readonly conflictingSkill: Skill | null
    }
  | { readonly ok: false; readonly problem: Problem }
)

/**
 * Reviews an import without storing anything: what each SKILL.md declares, and which skill it would replace. Other files
 * are checked by the import itself. Throws the problem of {@link skillWriteProblem}.
 */
export async function reviewImport(
  deps: Pick<CatalogDeps, 'store' | 'sha256'>,
  actor: CatalogActor,
  request: ReviewImportRequest,
): Promise<readonly ReviewOutcome[]> {
  const scope = scopeFor(request.scope, actor.principal)
  throwIf(skillWriteProblem(actor.principal, scope))
  const outcomes: ReviewOutcome[] = []
  for (const { path, skillMd, paths } of request.items) {
    const files = [{ path: 'SKILL.md', bytes: skillMd, executable: false }]
    const { outcome, replaces, conflictingSkill } = await resolveSlugConflict(deps, actor, {
      arrival: {
        files,
        folderName: importedFolderName(path, files),
        scope,
        origin: importOrigin(request.source ?? {}, path),
        author: actor.principal.userId,
      },
      overwrite: request.overwrite ?? false,
    })
    const { diagnostics } = outcome
    if (outcome.ok) {
      const { slug, facts } = outcome.arrival
      const removed = replaces && paths ? removedFilesDiagnostics(replaces, paths) : []
      const all = [...removed, ...diagnostics]
      outcomes.push({ path, diagnostics: all, ok: true, slug, facts, replaces, conflictingSkill })
    } else {
      outcomes.push({ path, diagnostics, ok: false, problem: outcome.problem })
    }
    await request.yieldToEventLoop?.()
  }
  return outcomes
}
