import { expect, it } from 'vitest'
import { clientSetups } from './client-setups.ts'

it('an address with a preset is quoted where a shell would read it as a pattern', () => {
  const address = 'https://skills.example.com/mcp?preset=read-only'
  for (const { id, into, text } of clientSetups) {
    const shown = text(address, 'KEY')
    expect(shown).toContain('KEY')
    if (id === 'stdio') {
      const { args } = JSON.parse(shown).mcpServers.repertoire
      expect(args).toEqual([
        ...['mcp', '--url', 'https://skills.example.com', '--preset', 'read-only'],
      ])
      continue
    }
    expect(shown).toContain(into === 'Run in a terminal' ? `"${address}"` : address)
  }
})
