import type { RoutingAnswer } from '@repertoire/protocol'
import { Notice } from '../../shared/design/notice.tsx'
import { describeMissing, reasonLabel } from './reason-labels.ts'

interface ExplainedSkillProps {
  readonly slug: string
  readonly skill: RoutingAnswer['skill']
}

/** "Why is this one there, why is it not": of the skill that was asked about. */
export function ExplainedSkill({ slug, skill }: ExplainedSkillProps) {
  if (!skill) {
    return (
      <Notice tone="warn" title={`You have no skill “${slug}”`}>
        Take its slug from the list of skills. Skills of others, and deleted ones, are not looked
        at.
      </Notice>
    )
  }
  const reasons = reasonLabel(skill.reasons)
  const words = skill.words.map((word) => `“${word}”`).join(', ')
  const found = words && `Search finds it by ${words}.`
  if (skill.decision === 'offered') {
    return (
      <Notice title={`${skill.slug} is in the catalogue`}>
        {`Because of ${reasons}. Score ${skill.score ?? 0}. ${found}`}
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title={`${skill.slug} is not in the catalogue`}>
      {[describeMissing(skill), reasons && `For it: ${reasons}.`, found].filter(Boolean).join(' ')}
    </Notice>
  )
}
