import type { SettingsBody } from '@repertoire/protocol'

type Policy = SettingsBody['skill_enablement_policy']

/** The three enablement policies and what they mean for people. */
export const policies: readonly {
  readonly value: Policy
  readonly label: string
  readonly explains: string
}[] = [
  {
    value: 'auto',
    label: 'At once',
    explains: 'Agents activate any enabled skill without asking. The budget still holds.',
  },
  {
    value: 'prompt-user',
    label: 'Ask the person',
    explains:
      'The person in the conversation approves or denies each activation before it happens.',
  },
  {
    value: 'admin-only',
    label: 'Administrators only',
    explains:
      'Works only in conversations of owners and admins. Everybody else’s agent is refused and told whom to ask.',
  },
]
