import type { SettingsUpdate } from '@repertoire/protocol'
import { ExplainedChoice } from '../../shared/design/explained-choice.tsx'

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
  'skill-use': {
    label: 'Files, sub-agents and proposals of skills',
    explains:
      'Agents read the files of skills, let a sub-agent carry out those meant for one, and propose what they learnt.',
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

const toolsetNames = Object.keys(toolsets) as readonly ToolsetName[]

interface ToolsetsProps {
  readonly chosen: readonly string[]
  readonly disabled: boolean
  readonly onChange: (names: ToolsetName[]) => void
}

/** Groups of tools to tick. */
export function Toolsets({ chosen, disabled, onChange }: ToolsetsProps) {
  const toggle = (name: ToolsetName, on: boolean) =>
    onChange(toolsetNames.filter((other) => (other === name ? on : chosen.includes(other))))
  const both = chosen.includes('library') && chosen.includes('discovery')
  return (
    <>
      {both && (
        <p className="mb-3 text-xs text-ink-2">
          With “{toolsets.discovery.label}” and “{toolsets.library.label}” together, enable_skill
          and disable_skill change the conversation’s prompt; update_skill switches a skill in the
          library.
        </p>
      )}
      <fieldset className="card divide-y divide-line overflow-hidden" disabled={disabled}>
        <legend className="sr-only">Tools of agents</legend>
        {toolsetNames.map((name) => (
          <ExplainedChoice
            key={name}
            type="checkbox"
            {...toolsets[name]}
            checked={chosen.includes(name)}
            onChange={(checked) => toggle(name, checked)}
          />
        ))}
      </fieldset>
    </>
  )
}
