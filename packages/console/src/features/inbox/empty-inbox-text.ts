import type { SettingsBody } from '@repertoire/protocol'

const usesOfSkills: Readonly<Record<SettingsBody['skill_enablement_policy'], string>> = {
  auto: 'Agents use enabled skills without asking.',
  'prompt-user': 'Agents ask before they use a skill.',
  'admin-only': 'Agents use skills for owners and admins only.',
}

/** What would wait here, in the words of the organisation's policy; undefined while that is not known. */
export function emptyInboxText(policy: SettingsBody['skill_enablement_policy'] | undefined) {
  const waits = 'Inbox zero. Imports, proposals and questions of agents wait here.'
  return policy === undefined ? waits : `${waits} ${usesOfSkills[policy]}`
}
