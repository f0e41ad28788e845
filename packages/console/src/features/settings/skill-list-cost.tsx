import type { SettingsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { skillListQuery } from '../../shared/queries/organisation-queries.ts'

interface SkillListCostProps {
  readonly saved: Pick<SettingsBody, 'etag' | 'skill_list_max_chars'>
}

/** How many descriptions fit at present, and what a list with all of them would cost. */
export function SkillListCost({ saved }: SkillListCostProps) {
  const { data } = useQuery(skillListQuery(saved.etag))
  if (!data || data.skills === 0) return null
  const { skills, described, full_chars, has_more } = data
  const price = `${formatCount(full_chars)} characters (about ${formatCount(Math.round(full_chars / 4))} tokens) in every step`
  const fits = full_chars <= saved.skill_list_max_chars
  return (
    <p className="mt-2 text-xs text-ink-2">
      {described < skills
        ? `${formatCount(described)} of ${plural(skills, 'skill')} have their description. All would take ${price}.`
        : `${plural(skills, 'skill')}, all with their description${fits ? `: ${price}` : `, some of it cut. In full they would take ${price}`}.`}
      {has_more && ' There are more skills, which are found by searching.'}
    </p>
  )
}
