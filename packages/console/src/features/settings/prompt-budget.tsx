import { NumberField } from '../../shared/design/field.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import type { EditedSettings } from './settings-form.tsx'
import { SkillListCost } from './skill-list-cost.tsx'

/** How many characters active skills, and lists of skills, may take of a prompt. */
export function PromptBudget({ saved, form, writable, set }: EditedSettings) {
  return (
    <Section
      title="Prompt budget"
      description="The most characters that active skills may take of one conversation’s system prompt."
    >
      <NumberField
        label="Characters per conversation"
        min={0}
        max={1_000_000}
        step={500}
        className="[&>input]:max-w-60"
        disabled={!writable}
        value={form.skills_max_prompt_chars}
        onChange={(most) => set({ skills_max_prompt_chars: most })}
        hint={`${formatCount(form.skills_max_prompt_chars)} characters are about ${formatCount(Math.round(form.skills_max_prompt_chars / 4))} tokens.`}
      />
      <NumberField
        label="Characters of a list of skills"
        min={500}
        max={200_000}
        step={500}
        className="mt-4 max-w-60"
        disabled={!writable}
        value={form.skill_list_max_chars}
        onChange={(most) => set({ skill_list_max_chars: most })}
        hint="Agents with “Library” or “Portable skills” are told of every skill. When not all descriptions fit, the skills of the conversation, of its agent and of what is asked keep theirs, then those used most; the others are named, and the rest is counted."
      />
      <SkillListCost saved={saved} />
    </Section>
  )
}
