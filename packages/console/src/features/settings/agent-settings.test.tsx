import type { SettingsBody, ToolsetPresetBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { presetsQuery } from '../../shared/queries/organisation-queries.ts'
import { AgentSettings } from './agent-settings.tsx'
import { AgentSkillSettings } from './agent-skill-settings.tsx'

const form = {
  toolsets: ['discovery', 'person'],
  agent_skill_policy: 'propose',
  web_fetch_enabled: false,
  archive_agent_skills_after_days: 30,
  nudges: true,
} as unknown as SettingsBody

const preset: ToolsetPresetBody = {
  ...{ name: 'library', title: 'A library that agents write', purpose: 'They write it.' },
  ...{ usable_by: 'organisation', toolsets: ['library', 'person'], active: false },
  ...{ tools: ['read_skill', 'clarify'], unavailable: [], prompt_tokens: 900 },
}

function show(change: Partial<SettingsBody> = {}, writable = true) {
  const said: Partial<SettingsBody>[] = []
  const set = (next: Partial<SettingsBody>) => void said.push(next)
  queryClient.setQueryData(presetsQuery.queryKey, [preset])
  render(
    <QueryClientProvider client={queryClient}>
      <AgentSettings form={{ ...form, ...change }} writable={writable} set={set} />
      <AgentSkillSettings form={{ ...form, ...change }} writable={writable} set={set} />
    </QueryClientProvider>,
  )
  return said
}

afterEach(cleanup)

describe('AgentSettings', () => {
  it('adds and takes away a group of tools and keeps their order', () => {
    const said = show()
    fireEvent.click(screen.getByRole('checkbox', { name: /List of skills and use_skill/ }))
    fireEvent.click(screen.getByRole('checkbox', { name: /Search and enable/ }))
    expect(said).toEqual([
      { toolsets: ['discovery', 'portable', 'person'] },
      { toolsets: ['person'] },
    ])
  })

  it('B3: searching and the shared library go together, and it says which tool does what', () => {
    const said = show()
    fireEvent.click(screen.getByRole('checkbox', { name: /Shared library/ }))
    expect(said).toEqual([{ toolsets: ['discovery', 'library', 'person'] }])
    expect(screen.queryByText(/update_skill switches/)).toBeNull()
    cleanup()
    show({ toolsets: ['discovery', 'library'] })
    expect(screen.getByText(/update_skill switches/).textContent).toContain('enable_skill')
  })

  it('a preset is one click, and shows its tools and price', () => {
    const said = show({ toolsets: ['routed'] })
    const preset = screen.getByRole('radio', { name: /A library that agents write/ })
    expect(preset.closest('label')?.textContent).toContain('2 tools, about 900 tokens')
    fireEvent.click(preset)
    expect(said).toEqual([{ toolsets: ['library', 'person'] }])
  })

  it('warns of web pages only where they may be read', () => {
    show()
    expect(screen.queryByText(/talk an agent into something/)).toBeNull()
    cleanup()
    show({ web_fetch_enabled: true })
    expect(screen.getByText(/talk an agent into something/)).toBeTruthy()
  })

  it('D9: says that 0 days is never', () => {
    show({ archive_agent_skills_after_days: 0 })
    expect(screen.getByText(/^Never/)).toBeTruthy()
  })

  it('B6: switches the reminders to keep what was learnt off', () => {
    const said = show()
    fireEvent.click(screen.getByRole('switch', { name: 'Remind agents to keep what they learn' }))
    expect(said).toEqual([{ nudges: false }])
  })

  it('changes nothing for somebody who only reads', () => {
    show({}, false)
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.every((box) => box.closest('fieldset')?.disabled)).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>(/Archive after days/).disabled).toBe(true)
  })
})
