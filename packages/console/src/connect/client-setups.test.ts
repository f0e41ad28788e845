import { expect, it } from 'vitest'
import { clientSetups } from './client-setups.ts'

it('issue 35: an address with a preset is quoted where a shell would read it as a pattern', () => {
  const address = 'https://skills.example.com/mcp?preset=read-only'
  for (const { into, text } of clientSetups) {
    const shown = text(address, 'KEY')
    expect(shown).toContain('KEY')
    expect(shown).toContain(into === 'Run in a terminal' ? `"${address}"` : address)
  }
})
