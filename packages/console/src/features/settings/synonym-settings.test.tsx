import type { SettingsBody } from '@repertoire/protocol'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { SynonymSettings } from './synonym-settings.tsx'

type Groups = SettingsBody['search_synonyms']

function show(initial: Groups) {
  const changes: Groups[] = []
  function Form() {
    const [groups, setGroups] = useState(initial)
    const form = { search_synonyms: groups } as SettingsBody
    const set = ({ search_synonyms: next = [] }: Partial<SettingsBody>) => {
      changes.push(next)
      setGroups(next)
    }
    return <SynonymSettings form={form} writable set={set} />
  }
  render(<Form />)
  const field = screen.getByLabelText('Words that mean the same') as HTMLTextAreaElement
  return { changes, field }
}

afterEach(cleanup)

describe('SynonymSettings', () => {
  it('has a group a line, and keeps what is being typed', () => {
    const { changes, field } = show([['PTO', 'vacation']])
    expect(field.value).toBe('PTO, vacation')
    fireEvent.change(field, { target: { value: 'PTO, vacation, \nA/B test ,' } })
    expect(field.value).toBe('PTO, vacation, \nA/B test ,')
    expect(changes.at(-1)).toEqual([['PTO', 'vacation'], ['A/B test']])
    fireEvent.change(field, { target: { value: '' } })
    expect(changes.at(-1)).toEqual([])
  })
})
