import type { SkillId } from '@repertoire/core/base'
import type { OutcomeRetest, RetestedSkill } from '@repertoire/core/domain'
import { type ActOn, type ActOnSkill, modelDifference, rateOf } from '@repertoire/core/report'
import type { ActOnBody } from '@repertoire/protocol'
import { nanosPerUnit } from './model-call-usage.ts'
import { toRateBody } from './stats.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

type SkillBody = ActOnBody['entries'][number]['skills'][number]
type RetestBody = NonNullable<ActOnBody['retest']>
type ComparisonBody = NonNullable<SkillBody['models']>

export function toActOnEntries({
  entries,
  retests,
}: Pick<ActOn, 'entries' | 'retests'>): ActOnBody['entries'] {
  return entries.map(({ kind, total, skills }) => ({
    ...{ kind, total },
    skills: skills.map(
      ({ id, with: others, drift, duplicateOf, ...rest }: ActOnSkill): SkillBody => {
        const tested = kind === 'worse_with_model' ? retests.bySkill.get(id) : undefined
        const models = tested && toComparison(tested.retest, tested.result)
        return {
          ...{ skill_id: id, ...rest },
          ...(others && { with: [...others] }),
          ...(duplicateOf && { duplicate_of: duplicateOf }),
          ...(drift && { drift: [...drift] }),
          ...(models && { models }),
        }
      },
    ),
  }))
}

/** The last retest, with the skills that the asking person sees. */
export function toRetestBody({ retests, slugs }: Pick<ActOn, 'retests' | 'slugs'>) {
  const { latest } = retests
  return latest && retestBody(latest, slugs)
}

function retestBody(retest: OutcomeRetest, slugs: ReadonlyMap<SkillId, string>): RetestBody {
  const { result } = retest
  return {
    agent_id: retest.agentId,
    requested_at: wireTime(retest.requestedAt),
    ended_at: wireTimeOrNull(result?.endedAt ?? null),
    end: result?.end ?? null,
    spent: result?.spentNanos == null ? null : result.spentNanos / nanosPerUnit,
    max_cost: result ? result.maxCostNanos / nanosPerUnit : null,
    untried: result?.untried ?? 0,
    skills: (result?.skills ?? []).flatMap((tested) => {
      const slug = slugs.get(tested.skillId)
      if (slug === undefined) return []
      const models = toComparison(retest, tested)
      return [{ skill_id: tested.skillId, slug, problem: tested.problem, models }]
    }),
  }
}

function toComparison({ result }: OutcomeRetest, tested: RetestedSkill): ComparisonBody {
  const { difference, low, high, verdict, pairs } = modelDifference(tested)
  return {
    model_before: result?.labels?.before ?? '',
    model_after: result?.labels?.after ?? '',
    before: toRateBody(rateOf(tested.before.count, tested.before.n)),
    after: toRateBody(rateOf(tested.after.count, tested.after.n)),
    ...{ pairs, difference, low, high, verdict },
  }
}
