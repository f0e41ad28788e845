import type { SettingsBody } from '@repertoire/protocol'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { AgentSettings } from './agent-settings.tsx'

const form = {
  toolsets: ['discovery', 'person'],
  agent_skill_policy: 'propose',
  web_fetch_enabled: false,
  archive_agent_skills_after_days: 30,
  nudges: true,
} as unknown as SettingsBody

function show(change: Partial<SettingsBody> = {}, writable = true) {
  const said: Partial<SettingsBody>[] = []
  const set = (next: Partial<SettingsBody>) => void said.push(next)
  render(<AgentSettings form={{ ...form, ...change }} writable={writable} set={set} />)
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

  it('B3: says why searching and the shared library exclude each other, and ticks one of the two', () => {
    const said = show()
    expect(screen.getByText(/exclude each other/).textContent).toContain('enable_skill')
    fireEvent.click(screen.getByRole('checkbox', { name: /Shared library/ }))
    expect(said).toEqual([{ toolsets: ['library', 'person'] }])
    cleanup()
    show({ toolsets: ['person'] })
    expect(screen.queryByText(/exclude each other/)).toBeNull()
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
