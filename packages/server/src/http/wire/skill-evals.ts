import type { TriggerTestReport } from '@repertoire/core/report'
import type { SkillEvalBody } from '@repertoire/protocol'
import type { Diagnostic } from '@repertoire/skill-md'
import { toDiagnosticBody } from './diagnostic.ts'
import { explained } from './routing.ts'

/** The file of trigger tests, and the problems found in it. */
export interface EvalFile {
  readonly path: string | null
  readonly diagnostics: readonly Diagnostic[]
}

export function toSkillEval(
  { slug, within, precision, recall, bySearch, outcomes, confusions }: TriggerTestReport,
  { path, diagnostics }: EvalFile,
): SkillEvalBody {
  return {
    slug,
    path,
    diagnostics: diagnostics.map(toDiagnosticBody),
    within,
    precision,
    recall,
    by_search: { ...bySearch },
    outcomes: outcomes.map(({ message, place, searchPlace, surfaced, first, explanation }) => ({
      message: message.text,
      line: message.line,
      must_surface: message.mustSurface,
      surfaced,
      place,
      search_place: searchPlace,
      first,
      ...explained(explanation),
    })),
    confusions: confusions.map((confusion) => ({ ...confusion })),
  }
}
