import type { SettingsBody, SettingsUpdate } from '@repertoire/protocol'
import { NumberField } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { RadioList } from '../design/radio-list.tsx'
import { Section } from '../design/section.tsx'
import { ExplainedToggle } from '../design/toggle.tsx'

type ToolsetName = NonNullable<SettingsUpdate['toolsets']>[number]

const toolsets: Record<ToolsetName, { readonly label: string; readonly explains: string }> = {
  discovery: {
    label: 'Search and enable',
    explains: 'Agents look for skills and put them into their own prompt, within the budget.',
  },
  portable: {
    label: 'List of skills and use_skill',
    explains:
      'Agents see each skill’s name and purpose, read one when it fits, and can save what they learnt.',
  },
  routed: {
    label: 'Catalogue for each turn',
    explains:
      'Agents are shown the skills that fit the message, chosen by fixed rules, and load them at once. Tools that look for skills are of no use beside it.',
  },
  library: {
    label: 'Shared library',
    explains:
      'Agents read skills by name and write, correct and switch them for everybody who has them; a person sees each change first.',
  },
  workspace: {
    label: 'Files',
    explains: 'Agents read and write files in a folder that belongs to the conversation.',
  },
  person: {
    label: 'Questions and a to-do list',
    explains: 'Agents ask the person when something is unclear, and show what they plan.',
  },
  web: {
    label: 'Web pages',
    explains: 'Agents read public pages, if web pages are also switched on below.',
  },
  connectors: {
    label: 'Connectors',
    explains: 'Agents find and call the tools of the servers your operator connected.',
  },
  observations: {
    label: 'Notes about you',
    explains: 'Agents remember short facts about each person, who sees, corrects and undoes them.',
  },
  scripts: {
    label: 'Scripts and commands',
    explains: 'Agents run scripts of their skills, and commands, in a sandbox without network.',
  },
  code: {
    label: 'Code',
    explains:
      'Agents write JavaScript that computes and reads skills, apart from files, network and server.',
  },
  toolsmith: {
    label: 'Tools of their own',
    explains:
      'Agents write tools and libraries that stay, and call them once the person has said yes.',
  },
}

/** Their tools of one name do different things, so one agent has one of the two. */
const rivals: Partial<Record<ToolsetName, ToolsetName>> = {
  discovery: 'library',
  library: 'discovery',
}

const toolsetNames = Object.keys(toolsets) as readonly ToolsetName[]

const agentSkills = [
  {
    value: 'propose',
    label: 'Propose it',
    explains: 'It waits under Proposals until the person, or an admin, takes it.',
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
  return (
    <>
      <Section
        title="Tools"
        description="The groups of tools agents have. Runs that have started keep theirs."
      >
        <Toolsets
          chosen={form.toolsets}
          disabled={!writable}
          onChange={(names) => set({ toolsets: names })}
        />
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
            A page can try to talk an agent into something, and an address an agent asks for can
            carry out what it knows. Leave this off where conversations hold secrets.
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

interface ToolsetsProps {
  readonly chosen: readonly string[]
  readonly disabled: boolean
  readonly onChange: (names: ToolsetName[]) => void
}

/** Groups of tools to tick. */
export function Toolsets({ chosen, disabled, onChange }: ToolsetsProps) {
  const toggle = (name: ToolsetName, on: boolean) =>
    onChange(
      toolsetNames.filter((other) =>
        other === name ? on : chosen.includes(other) && !(on && rivals[name] === other),
      ),
    )
  const choosable = chosen.includes('library') || chosen.includes('discovery')
  return (
    <>
      {choosable && (
        <p className="mb-3 text-xs text-ink-2">
          “{toolsets.discovery.label}” and “{toolsets.library.label}” exclude each other: both have
          tools named enable_skill and disable_skill, which in the one change a conversation’s
          prompt and in the other the library. Ticking one unticks the other.
        </p>
      )}
      <fieldset className="card divide-y divide-line overflow-hidden" disabled={disabled}>
        <legend className="sr-only">Tools of agents</legend>
        {toolsetNames.map((name) => (
          <label key={name} className="flex gap-3 px-4 py-3 has-[:checked]:bg-accent-soft">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{toolsets[name].label}</span>
              <span className="block text-xs text-ink-2">{toolsets[name].explains}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
