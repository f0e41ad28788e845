import type { SkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../../shared/design/section.tsx'
import { AllowedTools } from './allowed-tools.tsx'
import { MeaningChoice } from './meaning-choice.tsx'
import { limitsQuery, SkillLimits } from './skill-limits.tsx'

/** The skill's list of tools, and which of its two meanings holds here. */
export function AllowedToolsSection({ skill }: { readonly skill: SkillBody }) {
  const { id: skillId, revision, allowed_tools: tools } = skill
  const { data } = useQuery(limitsQuery({ skillId, revision }))
  return (
    <Section title="Allowed tools" description="What an agent may call while it follows the skill.">
      <AllowedTools tools={tools} limits={data} />
      {tools.restricts && <MeaningChoice skillId={skillId} />}
      <SkillLimits skillId={skillId} revision={revision} />
    </Section>
  )
}
