import type { ConflictingPair } from '@repertoire/core/report'
import type { ConflictsBody } from '@repertoire/protocol'
import { toRateBody } from './stats.ts'

export function toConflictingPair({
  skills,
  conflicts,
  outcome,
}: ConflictingPair): ConflictsBody['pairs'][number] {
  return {
    skills: skills.map(({ id, slug }) => ({ skill_id: id, slug })),
    conflicts: conflicts.map(({ kind, evidence }) => ({
      kind,
      evidence: evidence.map((text) => text.toWellFormed()),
    })),
    outcome: outcome && {
      verdict: outcome.verdict,
      together: toRateBody(outcome.together),
      alone: outcome.alone.map(toRateBody),
    },
  }
}
