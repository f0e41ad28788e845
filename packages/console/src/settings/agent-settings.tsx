import type { SettingsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NumberField } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { RadioList } from '../design/radio-list.tsx'
import { Section } from '../design/section.tsx'
import { ExplainedToggle } from '../design/toggle.tsx'
import { presetsQuery } from './organisation-queries.ts'
import { presetOf, ToolsetPresets } from './toolset-presets.tsx'
import { Toolsets } from './toolsets.tsx'

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

interface AgentSettingsProps {
  readonly form: Omit<SettingsBody, 'etag'>
  readonly writable: boolean
  readonly set: (change: Partial<SettingsBody>) => void
}

/** What agents may reach, and what becomes of the skills they write. */
export function AgentSettings({ form, writable, set }: AgentSettingsProps) {
  const { data: presets } = useQuery(presetsQuery)
  const noPreset = presets !== undefined && presetOf(presets, form.toolsets) === undefined
  const [open, setOpen] = useState(false)
  // Choosing a preset does not close it: what is being read stays where it is.
  useEffect(() => {
    if (noPreset) setOpen(true)
  }, [noPreset])
  return (
    <>
      <Section
        title="Tools"
        description="What agents can do with skills, in conversations without an agent of its own. Runs that have started keep theirs."
      >
        <ToolsetPresets
          chosen={form.toolsets}
          disabled={!writable}
          onChange={(names) => set({ toolsets: names })}
        />
        <details
          className="mt-4"
          open={open}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary className="mb-2 min-h-6 cursor-pointer py-1 text-xs text-ink-2 hover:text-ink">
            Choose the groups of tools one by one
          </summary>
          <Toolsets
            chosen={form.toolsets}
            disabled={!writable}
            onChange={(names) => set({ toolsets: names })}
          />
        </details>
        <ExplainedToggle
          label="Let agents read web pages"
          explains="Public addresses only, with limits on size and time."
          className="mt-4 mb-3"
          checked={form.web_fetch_enabled}
          disabled={!writable}
          onChange={(on) => set({ web_fetch_enabled: on })}
        />
        {form.web_fetch_enabled && (
          <Notice tone="warn">
            A page can try to talk an agent into something, and an address that an agent requests
            can carry what it knows. After the first page the agent asks before each further one,
            unless its host is listed below. Leave this off where conversations hold secrets.
          </Notice>
        )}
      </Section>
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
    </>
  )
}
