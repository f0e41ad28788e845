import { expect, it } from 'vitest'
import { emptyInboxText } from './empty-inbox-text.ts'

it('says that agents ask before they use a skill only where they do', () => {
  expect(emptyInboxText('prompt-user')).toContain('Agents ask before they use a skill.')
  for (const policy of ['auto', 'admin-only', undefined] as const) {
    expect(emptyInboxText(policy)).not.toContain('ask before')
  }
})

it('says under every policy what waits here', () => {
  for (const policy of ['auto', 'prompt-user', 'admin-only', undefined] as const) {
    expect(emptyInboxText(policy)).toContain(
      'Imports, proposals and questions of agents wait here.',
    )
  }
})
