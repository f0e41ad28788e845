import type { SettingsBody } from '@repertoire/protocol'

export type Meaning = SettingsBody['allowed_tools_meaning']

/** What `allowed-tools` of a skill may mean, for people who choose. */
export const meanings: readonly {
  readonly value: Meaning
  readonly label: string
  readonly explains: string
}[] = [
  {
    value: 'restrict',
    label: 'They restrict',
    explains: 'While the skill is active, a call of any other tool is refused.',
  },
  {
    value: 'preapprove',
    label: 'They pre-approve',
    explains:
      'While the skill is active, the listed tools that are confirmed once are not asked about, if a person approved this revision. What always asks still asks, and so does what would send to third parties. Other tools are not refused.',
  },
]

/** What the list of this skill means; it restricts until the settings are known. */
export function meaningFor(settings: SettingsBody | undefined, skillId: string): Meaning {
  if (!settings) return 'restrict'
  const ofSkills = settings.allowed_tools_meaning_of_skills
  return (Object.hasOwn(ofSkills, skillId) && ofSkills[skillId]) || settings.allowed_tools_meaning
}
