import { NumberField } from '../../shared/design/field.tsx'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { Section } from '../../shared/design/section.tsx'
import { ExplainedToggle } from '../../shared/design/toggle.tsx'
import type { EditedSettings } from './settings-form.tsx'

const agentSkills = [
  {
    value: 'propose',
    label: 'Propose it',
    explains: 'It waits in the inbox until the person, or an admin, takes it.',
  },
  {
    value: 'save',
    label: 'Save it at once',
    explains: 'It becomes a skill of that person’s own, which only they see.',
  },
] as const

/** What becomes of the skills that agents write. */
export function AgentSkillSettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  return (
    <Section
      title="Skills made by agents"
      description="What happens when an agent wants to keep what it learnt."
    >
      <RadioList
        label="When an agent writes a skill"
        value={form.agent_skill_policy}
        options={agentSkills}
        disabled={!writable}
        onChange={(policy) => set({ agent_skill_policy: policy })}
      />
      <ExplainedToggle
        label="Remind agents to keep what they learn"
        explains="After long tasks and corrections, in a few sentences of their prompt."
        className="mt-4"
        checked={form.nudges}
        disabled={!writable}
        onChange={(on) => set({ nudges: on })}
      />
      <NumberField
        label="Archive after days without use"
        min={0}
        max={3650}
        className="mt-4 max-w-60"
        disabled={!writable}
        value={form.archive_agent_skills_after_days}
        onChange={(days) => set({ archive_agent_skills_after_days: days })}
        hint={
          form.archive_agent_skills_after_days === 0
            ? 'Never: they stay until somebody archives them.'
            : 'Only skills an agent made. Nothing is deleted, and each can be taken back.'
        }
      />
    </Section>
  )
}
