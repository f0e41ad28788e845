/** A named choice of toolsets, so that nobody has to combine them by hand. */
export interface ToolsetPreset {
  readonly name: string
  readonly title: string
  /** What it is for, in one or two sentences. */
  readonly purpose: string
  readonly toolsets: readonly string[]
  /** Who can have it: conversations without an agent as well, or agents with attached skills alone. */
  readonly usableBy: 'organisation' | 'agent'
}

const conversation = ['workspace', 'person', 'web', 'connectors'] as const

/** The preset of a fresh server: find, enable and carry out skills with their files and scripts. */
export const defaultPreset: ToolsetPreset = {
  name: 'default',
  title: 'Find skills and carry them out',
  purpose:
    'Agents search the library, load what fits within the budget, read its files, run its scripts and propose changes. Costs the same however many skills there are.',
  toolsets: ['discovery', 'skill-use', 'scripts', ...conversation, 'observations'],
  usableBy: 'organisation',
}

/**
 * The presets in their order. The first is ours; each other is one document's own behaviour: `budgeted` A,
 * `library` B, `packages` C, `portable` D, `routed` E.
 */
export const toolsetPresets: readonly ToolsetPreset[] = [
  defaultPreset,
  {
    name: 'budgeted',
    title: 'Knowledge within a budget',
    purpose:
      'Agents search for skills and put their text into the prompt, up to a number of characters. Skills are text only: no files, no scripts.',
    toolsets: ['discovery', ...conversation, 'observations'],
    usableBy: 'organisation',
  },
  {
    name: 'library',
    title: 'A library that agents write',
    purpose:
      'Agents see one line for each skill, read them by name, and write and correct them; they can write small tools of their own.',
    toolsets: ['library', 'code', 'toolsmith', ...conversation, 'observations'],
    usableBy: 'organisation',
  },
  {
    name: 'packages',
    title: 'Attached packages',
    purpose:
      'An agent has just the skills attached to it, loads them by name and runs their scripts. For an agent with one job.',
    toolsets: ['packages', 'workspace', 'person'],
    usableBy: 'agent',
  },
  {
    name: 'portable',
    title: 'Skills as in other agents',
    purpose:
      'Agents see name and purpose of each skill, load one as a result, read its files and save what they learnt. The way of most desktop agents.',
    toolsets: ['portable', 'scripts', ...conversation],
    usableBy: 'organisation',
  },
  {
    name: 'routed',
    title: 'A catalogue for each turn',
    purpose:
      'Fixed rules choose the few skills that fit the message, and agents load them together. For many skills, schedules and webhooks.',
    toolsets: ['routed', 'workspace', 'web', 'connectors'],
    usableBy: 'organisation',
  },
]
