import type { SkillId } from '@repertoire/core/base'
import { isSample } from '@repertoire/core/domain'
import { type SuggestedQuestion, suggestQuestions } from '@repertoire/core/report'
import { keepEnabledSkills, listOfferedSkills } from '@repertoire/core/use'
import { suggestedQuestionRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { skillForQuestion } from '../../runtime/models/demo/skill-for-question.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { turnRouting } from '../turn/turn-routing.ts'

/** Hits among which the skill of a question is chosen. */
const maxHits = 10

/** Questions to begin with; whoever asks one gets the skill that stands beside it. */
export function bindSuggestedQuestions(bind: BindRoute, app: Application): void {
  bind(suggestedQuestionRoutes.list, async ({ query, caller, request }) => {
    const { skills } = catalogOf(app, caller).store
    const viewer = caller.principal.userId
    const { environment } = await turnRouting(app, caller, { signal: request.signal })
    const { offered } = await listOfferedSkills({
      ...{ skills, viewer, enabledSkills: keepEnabledSkills(skills, viewer) },
      environment: async () => environment,
    })
    const skillFor = (question: string) => skillOf(app, caller, question)
    const found = await suggestQuestions({ skills, viewer, skillFor }, offered, query.limit)
    return { body: { items: found.map(toBody) } }
  })
}

/** What the demo model would use, the least able of all models. */
async function skillOf(app: Application, caller: Caller, text: string): Promise<SkillId | null> {
  const { tenantId, userId } = caller.principal
  const hits = await app.search.search(tenantId, userId, { text, limit: maxHits })
  const { skills } = catalogOf(app, caller).store
  const found = await skills.getMany(
    userId,
    hits.map(({ skillId }) => skillId),
  )
  const byId = new Map(found.map((skill) => [skill.id, skill]))
  const ranked = hits.flatMap(({ skillId, reasons }) => {
    const skill = byId.get(skillId)
    return skill ? [{ skill, reasons }] : []
  })
  return skillForQuestion(text, ranked) ?? null
}

function toBody({ text, skill }: SuggestedQuestion) {
  const { id, slug, head } = skill
  return {
    text,
    skill: {
      ...{ id, slug, name: head.name, sample: isSample(skill) },
      content_length: head.contentLength,
    },
  }
}
