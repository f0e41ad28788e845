import { join } from 'node:path'

/** Where a client looks for skills: in a project, and in a person's home. */
const folders = {
  claude: { project: '.claude/skills', home: '.claude/skills' },
  codex: { project: '.agents/skills', home: '.agents/skills' },
  cursor: { project: '.agents/skills', home: '.cursor/skills' },
  gemini: { project: '.agents/skills', home: '.gemini/skills' },
  opencode: { project: '.agents/skills', home: '.config/opencode/skills' },
  copilot: { project: '.agents/skills', home: '.copilot/skills' },
} as const

export type SkillClient = keyof typeof folders
export const skillClients = Object.keys(folders) as readonly SkillClient[]

/** The folders that a sync writes to, and nothing else. */
export interface SyncPlace {
  /** The project or home, as the person named it. */
  readonly base: string
  /** Below the base, `/`-separated. */
  readonly skillsPath: string
  /** One folder a skill. */
  readonly skills: string
  /** What the last sync replaced, and what is being downloaded. Beside the skills: clients search those for SKILL.md. */
  readonly state: string
}

/** Pure. */
export function syncPlace(base: string, client: SkillClient, home: string | undefined): SyncPlace {
  const skillsPath = folders[client][base === home ? 'home' : 'project']
  const skills = join(base, skillsPath)
  return { base, skillsPath, skills, state: join(skills, '..', '.repertoire-sync') }
}
