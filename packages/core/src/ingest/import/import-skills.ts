import type { Diagnostic } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import { isProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type {
  CheckedContent,
  PackageFile,
  Skill,
  SkillScope,
  SkillScopeKind,
} from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogFact,
  recordChanges,
  scopeFor,
} from '../../keep/skills/catalog-deps.ts'
import type { SaveOutcome } from '../../ports/skills.ts'
import { slugTaken } from '../../ports/store-problems.ts'
import { checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import type { IngestOutcome, IngestOverrides } from '../packages/ingest-package.ts'
import { importedFolderName } from './folder-name.ts'
import { importOrigin, type StatedSource } from './import-source.ts'
import { removedFilesDiagnostics } from './removed-files.ts'
import { copyBehindProblem, replacedEdit, replacedEditDiagnostic } from './replaced-edit.ts'
import { replacedSkillDiagnostics } from './replaced-skill.ts'
import { resolveSlugConflict } from './resolve-slug-conflict.ts'

/** One skill to import: the files of its folder, including SKILL.md. */
export interface ImportItem {
  /** Path relative to the imported folder. */
  readonly path: string
  readonly files: readonly PackageFile[]
  /** Overrides that are written into its SKILL.md. */
  readonly overrides?: IngestOverrides
  /** The revision that it was made from; refused when somebody else has saved another one since. */
  readonly baseDigest?: RevisionDigest
}

export interface ImportSkillsRequest {
  readonly scope: SkillScopeKind
  readonly items: readonly ImportItem[]
  /** Where all of them were taken from; without it they are this server's own. */
  readonly source?: StatedSource | undefined
  /** Whether they replace skills of other origins that have their slugs. Default: false. */
  readonly overwrite?: boolean | undefined
  /** Whether content that a skill had before is refused where somebody else saved what it has now. Default: false. */
  readonly refuseOlder?: boolean | undefined
  /** `new`: no skill may have the slug. An id: only that skill gets a revision. Without it, whichever has the slug. */
  readonly target?: 'new' | SkillId | undefined
  /** The author's reason for the revisions; may be empty. */
  readonly reason?: string | undefined
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
  /** Awaited between items, so that a large request does not block the event loop. */
  readonly yieldToEventLoop?: () => Promise<void>
}

export type ImportOutcome = {
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
} & (
  | {
      readonly status: 'created' | 'updated' | 'unchanged'
      readonly skill: Skill
      readonly repaired: boolean
    }
  | { readonly status: 'refused'; readonly problem: Problem }
)

type Refused = Extract<IngestOutcome, { ok: false }>

/** What was read, judged as every way in is. */
type JudgedOutcome =
  | Refused
  | (Omit<Exclude<IngestOutcome, Refused>, 'arrival'> & { readonly arrival: CheckedContent })

type ReadItem = { readonly path: string; readonly outcome: JudgedOutcome }

/**
 * Imports skills in order, each with its own outcome: a rejected skill does not affect the others, identical bytes change
 * nothing, a skill whose slug another origin has is kept beside it (`skill.kept-apart`), and replacing a skill of another
 * place adds the diagnostic `skill.replaces-other`. Accepted skills are written in one transaction. Problems per skill:
 * those of {@link resolveSlugConflict}, {@link copyBehindProblem} and {@link checkPackage},
 * `skill.duplicate-in-import`, `skill.slug-taken` and `skill.other-slug` for a target. Throws the problem of
 * {@link skillWriteProblem}, and `quota.exceeded` when the accepted ones together exceed a limit; then none is stored.
 */
export async function importSkills(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: ImportSkillsRequest,
): Promise<readonly ImportOutcome[]> {
  const scope = scopeFor(request.scope, actor.principal)
  throwIf(skillWriteProblem(actor.principal, scope))
  const reads: ReadItem[] = []
  for (const item of request.items) {
    reads.push({ path: item.path, outcome: await readItem(deps, actor, { item, scope, request }) })
    await request.yieldToEventLoop?.()
  }
  const unique = refuseRepeatedSlugs(reads)
  const arrivals = unique.flatMap(({ outcome }) => (outcome.ok ? [outcome.arrival] : []))
  const mode = request.target === 'new' ? 'create' : 'upsert'
  const saved = arrivals.length > 0 ? await deps.store.skills.save(arrivals, mode) : []
  const savedBy = new Map(arrivals.map((arrival, index) => [arrival, saved[index]]))
  const outcomes = unique.map((read) => outcomeOf(read, savedBy))
  await recordChanges(deps, actor, outcomes.flatMap(factOf))
  return outcomes
}

interface Reading {
  readonly item: ImportItem
  readonly scope: SkillScope
  readonly request: ImportSkillsRequest
}

async function readItem(
  deps: JudgingDeps,
  actor: CatalogActor,
  { item, scope, request }: Reading,
): Promise<JudgedOutcome> {
  const { source = {}, overwrite = false, acknowledged = [] } = request
  const arrival = {
    files: item.files,
    overrides: item.overrides,
    folderName: importedFolderName(item.path, item.files),
    scope,
    origin: importOrigin(source, item.path),
    author: actor.principal.userId,
    reason: request.reason,
  }
  const { outcome, replaces: before } = await resolveSlugConflict(deps, actor, {
    arrival,
    overwrite,
  })
  if (!outcome.ok) return outcome
  const { digest } = outcome.arrival.facts
  const edit = replacedEdit(before, { digest, by: actor.principal.userId })
  const copy = { baseDigest: item.baseDigest, refuseOlder: request.refuseOlder }
  const problem =
    targetProblem(request.target, outcome.arrival.slug, before) ??
    (edit && (await copyBehindProblem(deps.store, edit, copy)))
  if (problem) return { ok: false, problem, diagnostics: outcome.diagnostics }
  const replaced = edit ? [await replacedEditDiagnostic(deps.store, edit)] : []
  try {
    const yes = { actor, digests: acknowledged }
    return {
      ...{ ...outcome, diagnostics: [...replaced, ...outcome.diagnostics] },
      arrival: await checkPackage(deps, { arrival: outcome.arrival, before, yes }),
    }
  } catch (error) {
    if (!isProblemError(error)) throw error
    return { ok: false, problem: error.problem, diagnostics: outcome.diagnostics }
  }
}

function targetProblem(
  target: ImportSkillsRequest['target'],
  slug: string,
  before: Skill | null,
): Problem | undefined {
  if (target === undefined || target === before?.id) return undefined
  if (target === 'new') return before ? slugTaken(before).problem : undefined
  return {
    code: 'skill.other-slug',
    kind: 'invalid',
    message: `"${slug}" is not the slug of the skill that should get this revision.`,
    hint: 'Give SKILL.md the name of that skill, or bring it in as a new one.',
    details: { slug },
  }
}

function refuseRepeatedSlugs(reads: readonly ReadItem[]): readonly ReadItem[] {
  const first = new Map<string, string>()
  return reads.map((read) => {
    if (!read.outcome.ok) return read
    const { slug } = read.outcome.arrival
    const firstPath = first.get(slug)
    if (firstPath === undefined) {
      first.set(slug, read.path)
      return read
    }
    const problem: Problem = {
      code: 'skill.duplicate-in-import',
      kind: 'conflict',
      message: `"${slug}" is also the slug of ${firstPath} in the same import; only the first was imported.`,
      hint: 'Give one of them another name or slug in its frontmatter.',
      details: { slug, first: firstPath },
    }
    return {
      path: read.path,
      outcome: { ok: false, problem, diagnostics: read.outcome.diagnostics },
    }
  })
}

function outcomeOf(
  { path, outcome }: ReadItem,
  savedBy: ReadonlyMap<CheckedContent, SaveOutcome | undefined>,
): ImportOutcome {
  const { diagnostics } = outcome
  if (!outcome.ok) return { path, status: 'refused', problem: outcome.problem, diagnostics }
  const saved = savedBy.get(outcome.arrival)
  if (!saved) throw new Error('the store returned no outcome for a saved skill')
  if (saved.status === 'conflict') {
    return { path, status: 'refused', problem: slugTaken(saved.existing).problem, diagnostics }
  }
  const { status, skill } = saved
  const paths = skill.head.manifest.map((entry) => entry.path)
  const replaced =
    saved.status === 'updated'
      ? [
          ...replacedSkillDiagnostics(saved.before, skill),
          ...removedFilesDiagnostics(saved.before, paths),
        ]
      : []
  // What is lost comes first: lists show only the first ones.
  const allDiagnostics = [...replaced, ...diagnostics]
  return { path, status, skill, repaired: outcome.repaired, diagnostics: allDiagnostics }
}

function factOf(outcome: ImportOutcome): readonly CatalogFact[] {
  if (outcome.status === 'refused' || outcome.status === 'unchanged') return []
  const { skill, path, status } = outcome
  const details = {
    slug: skill.slug,
    scope: skill.scope.kind,
    digest: skill.head.digest,
    path,
    status,
  }
  return [{ action: 'skill-imported', target: skill.id, details }]
}
